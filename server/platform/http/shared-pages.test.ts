import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sharedPage } from './shared-pages.ts'

const CONCERT = '01a1fdce-a6b5-79cd-bb0a-000000000001'

describe('the pages that are the same for all', () => {
  it('a stranger shares the first page, an artist’s, a concert’s and the texts', () => {
    for (const url of [
      '/',
      '/find',
      '/user/Lada',
      '/user/Lada?tab=order',
      '/user/Lada?utm_source=tg',
      '/user/Lada?t=7',
      '/user/Lada?t=999',
      `/user/Lada/${CONCERT}`,
      `/user/Lada/${CONCERT}/shared`,
      `/user/Lada/${CONCERT}/songs`,
      '/pricing',
      '/_.data',
      '/user/Lada.data?_routes=pages%2Fartist%2Fartist',
    ])
      assert.ok(sharedPage(url, undefined), url)
  })

  it('a page that asks who looks, where he is or what he searched is made for him alone', () => {
    for (const url of [
      '/login',
      '/signup',
      '/artist',
      '/admin',
      '/concerts-on-map',
      '/find-location',
      '/search',
      '/search/result',
      '/s',
      '/super/secret',
      `/payment/${CONCERT}`,
      '/cookie-consent',
      '/passwordRecovery',
      '/search?q=a',
      '/search?city=Казань',
      '/find-artist?q=a',
      '/user/Lada?q=a',
      '/user/Lada?thanks=1&tab=profile',
      '/user/Lada?song=1',
      '/user/Lada?t=0',
      '/user/Lada?t=07',
      '/user/Lada?t=1000',
      '/user/Lada?t=x',
      '/pricing?t=7',
      '/user/Lada?suggest=1',
      '/user/Lada?ordered=own',
      `/user/Lada/${CONCERT}?going=yes`,
      `/user/Lada/${CONCERT}/songs?suggest=1`,
      '/?thanks',
      '/?partner_id=7',
      '/pricing?support=sent',
      '/find?_routes=root',
    ])
      assert.equal(sharedPage(url, undefined), null, url)
  })

  it('an address that could be read as another one is nobody else’s', () => {
    for (const url of [
      '/user/Lada/../find',
      '/user/Lada/%2e%2e/shared',
      '/user/Lada\\..',
      '//find',
      '/find/',
      '/find#top',
      '/user/%zz',
      '/user/',
      '/user/нет',
      `/find?utm_source=${'x'.repeat(300)}`,
    ])
      assert.equal(sharedPage(url, undefined), null, url)
  })

  it('who signed in gets pages of his own, and so does one with songs of his own where they are shown', () => {
    assert.equal(sharedPage('/find', 'a=b; jwt_authentication=t'), null)
    assert.ok(sharedPage('/find', 'wishedSongs=1'))
    assert.equal(sharedPage('/user/lada', 'evening_pass=1'), null)
  })

  it('the words about cookies are on one page and not on the other, so these are two', () => {
    const first = sharedPage('/find', undefined)
    const second = sharedPage('/find', 'x=1; cookie_consent=accepted')
    assert.notEqual(first?.key, second?.key)
    assert.deepEqual([first?.cookie, second?.cookie], [undefined, 'cookie_consent=accepted'])
    assert.equal(sharedPage('/find', 'cookie_consent=maybe')?.key, first?.key)
  })

  it('a phone that is known here is told apart where its orders would be shown', () => {
    for (const cookie of ['bis_device=1.2', '__Host-bis_device=1.2']) {
      assert.equal(sharedPage('/user/Lada', cookie)?.knownDevice, true)
      assert.equal(sharedPage('/find', cookie)?.knownDevice, false)
    }
    assert.equal(sharedPage('/user/Lada', undefined)?.knownDevice, false)
  })
})
