import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loggedError, makeLog, plainText } from './log.ts'

function logged(say: (log: ReturnType<typeof makeLog>) => void): string {
  let text = ''
  say(makeLog('debug', { write: (line) => void (text += line) }))
  return text
}

/** An error as the drivers of both databases throw it. */
function rowError(): Error {
  return Object.assign(
    new Error('duplicate key value violates unique constraint "artists_email_key"'),
    {
      code: '23505',
      severity: 'ERROR',
      constraint: 'artists_email_key',
      detail: 'Key (email)=(anna@example.org) already exists.',
      where: 'COPY artists, line 1: "Анна"',
      params: ['Анна', '+79161234567'],
      query: 'insert into artists …',
    },
  )
}

describe('a line of the log', () => {
  test('is JSON with the time, the level and the words', () => {
    const { time, level, msg, reqId } = JSON.parse(
      logged((log) => log.child({ reqId: 'r1' }).warn({}, 'the bus is away')),
    )
    assert.equal(new Date(time).toISOString(), time)
    assert.deepEqual({ level, msg, reqId }, { level: 'warn', msg: 'the bus is away', reqId: 'r1' })
  })

  test('tells of an error where it came from, and nothing of the row that it met', () => {
    const text = logged((log) => log.error({ err: rowError() }, 'a bug'))
    assert.doesNotMatch(text, /anna|Анна|9161234567|COPY|insert into/u)
    const { err } = JSON.parse(text)
    assert.equal(err.code, '23505')
    assert.equal(err.constraint, 'artists_email_key')
    assert.match(err.stack, /log\.test\.ts/u)
  })

  test('tells of what lies below an error, as clean as the error itself', () => {
    const text = logged((log) =>
      log.error({ err: new AggregateError([rowError()], 'some', { cause: rowError() }) }, 'a bug'),
    )
    assert.doesNotMatch(text, /anna|Анна|9161234567/u)
    assert.equal(JSON.parse(text).err.causes.length, 2)
  })

  for (const secret of [
    'anna.petrova@example.org',
    'анна@пример.рф',
    '+7 (916) 123-45-67',
    '89161234567',
    '4300 0000 0000 0777',
    '4300000000000777',
    'Bearer abc.def',
    'q9Zt2bTn0cW1Jk5mXx8aPpLrS4uVyE7hGdFo3iNqB6A',
    '/login?code=123456&next=/edit',
    'postgres://bis:swordfish@db/bis',
  ])
    test(`holds no ${secret}, in its words, in a field and in an error`, () => {
      const text = logged((log) => {
        log.warn({ why: secret }, `it was ${secret}`)
        log.warn({ err: new Error(`about ${secret}`) }, 'a bug')
      })
      const own = secret
        .split(/[/?:\s]/u)
        .filter((part) => /[\d@]|sword/u.test(part) && part.length > 5)
      for (const part of [secret, ...own]) assert.ok(!text.includes(part), text)
    })

  test('holds no field that is somebody’s own', () => {
    const text = logged((log) =>
      log.warn({ email: 'x', who: { name: 'Анна', token: 'y' }, headers: { cookie: 'z' } }, 'w'),
    )
    assert.doesNotMatch(text, /"x"|Анна|"y"|"z"/u)
  })

  test('stays a line of JSON however long it is, and whatever its numbers look like', () => {
    const flood = new AggregateError([1, 2, 3].map(() => new Error('слово '.repeat(1000))))
    const lines = logged((log) => {
      log.error({ err: flood }, 'a bug')
      log.warn({ bytes: 79161234567 }, 'the next')
    }).split('\n')
    assert.deepEqual(
      lines.slice(0, -1).map((line) => JSON.parse(line).msg),
      ['a bug', 'the next'],
    )
    assert.equal(lines.at(-1), '')
  })

  test('keeps what is nobody’s: ids, counts, times, addresses of our own servers', () => {
    const id = '019aa9c2-5b1e-7c3e-8f00-0123456789ab'
    const text = logged((log) =>
      log.warn({ concertId: id, ms: 1795325648123 }, `ready at http://127.0.0.1:3000`),
    )
    assert.match(text, /019aa9c2-5b1e-7c3e-8f00-0123456789ab/u)
    assert.match(text, /1795325648123/u)
    assert.match(text, /http:\/\/127\.0\.0\.1:3000/u)
  })
})

test('a value that a database would not take is not repeated', () => {
  const wrong = Object.assign(new Error('invalid input syntax for type uuid: "Анна Петрова"'), {
    code: '22P02',
  })
  assert.equal(loggedError(wrong).message, 'invalid input syntax for type uuid: […]')
})

test('of a text without end a line tells the beginning, in whole words', () => {
  const flood = plainText(`сначала ${'a'.repeat(100_000)}`)
  assert.equal(flood, 'сначала …')
  const text = plainText('слово '.repeat(5000))
  assert.ok(text.length < 5000 && text.endsWith('слово …'), text.slice(-20))
})
