import assert from 'node:assert/strict'
import { networkInterfaces } from 'node:os'
import { describe, test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import sharp from 'sharp'
import { readQr } from '#test/support/browsers/read-qr.ts'
import { atOwnAddress, localNetworkAddress, terminalQr } from './greeting.ts'

const at = (address: string, more: object = {}) => ({
  address,
  netmask: '255.255.255.0',
  mac: '00:00:00:00:00:00',
  internal: false,
  cidr: null,
  family: 'IPv4' as const,
  ...more,
})
const HOME = {
  lo: [at('127.0.0.1', { internal: true })],
  docker0: [at('172.17.0.1')],
  wlan0: [at('fe80::1', { family: 'IPv6', scopeid: 2 }), at('192.168.1.7')],
}
const DEMO = {
  demo: true,
  anyHost: true,
  host: '0.0.0.0',
  port: 3000,
  publicUrl: 'http://localhost:3000',
}

describe('the address of a demo', () => {
  test('is this machine’s own in the local network, where others may come', () => {
    assert.equal(localNetworkAddress(HOME), '192.168.1.7')
    assert.equal(atOwnAddress(DEMO, () => HOME).publicUrl, 'http://192.168.1.7:3000')
    const named = atOwnAddress({ ...DEMO, host: '10.0.0.5' }, () => HOME)
    assert.equal(named.publicUrl, 'http://10.0.0.5:3000')
    const six = atOwnAddress({ ...DEMO, host: 'fd00::5' }, () => HOME)
    assert.equal(six.publicUrl, 'http://[fd00::5]:3000')
  })

  // As under the systemd units.
  const forbidden = () => assert.fail('the interfaces are asked for')

  test('stays as it is where nobody else comes, where it is configured, and of no demo', () => {
    for (const other of [{ host: '127.0.0.1' }, { anyHost: false }, { demo: false }])
      assert.deepEqual(atOwnAddress({ ...DEMO, ...other }, forbidden), { ...DEMO, ...other })
    assert.equal(atOwnAddress(DEMO, () => ({ lo: HOME.lo })).publicUrl, DEMO.publicUrl)
    assert.equal(localNetworkAddress(networkInterfaces()) === '127.0.0.1', false)
  })
})

test('the code in the terminal is read by a camera', async () => {
  const text = 'http://192.168.1.7:3000/user/mark-luzhin?tab=order'
  const lines = stripVTControlCharacters(terminalQr(text))
    .split('\n')
    .map((line) => line.slice(2))
  const width = lines[0]?.length ?? 0
  const pixels = lines.flatMap((line) => {
    const upper = line.split('').map((sign) => (sign === '▀' || sign === '█' ? 255 : 0))
    const lower = line.split('').map((sign) => (sign === '▄' || sign === '█' ? 255 : 0))
    return [...upper, ...lower]
  })
  const raw = { width, height: lines.length * 2, channels: 1 } as const
  const png = await sharp(Buffer.from(pixels), { raw })
    .resize(width * 8, lines.length * 16, { kernel: 'nearest' })
    .png()
    .toBuffer()
  assert.equal(await readQr(png), text)
})
