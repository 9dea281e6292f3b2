import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as accounts from './account.ts'
import { checkEmail } from '../fields.ts'
import { Refusal } from '../refusal.ts'

/** The refusal's text at each field, or the value that the check returns. */
function outcome<T>(check: () => T): T | Record<string, string> | undefined {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    assert.equal(error.code, 'VALIDATION')
    return error.fields
  }
}

const checkedNickname = (text: string) => outcome(() => accounts.checkUsername(text))
const checkedEmail = (text: string) => outcome(() => checkEmail(text))
const checkedName = (text: string) => outcome(() => accounts.checkName(text))
const checkedPair = (...typed: Parameters<typeof accounts.checkNewPasswordPair>) =>
  outcome(() => accounts.checkNewPasswordPair(...typed))

/** Each password is refused with its own text. */
function says(place: accounts.PasswordPlace, lines: readonly (readonly [string, string])[]): void {
  for (const [password, text] of lines) {
    const errors = outcome(() => accounts.checkPassword(password, place))
    assert.deepEqual(errors, { password: text }, password)
  }
}

describe('a nickname', () => {
  test('of Latin letters, digits and _ - . is taken as typed', () => {
    for (const text of ['ivan', 'Ivan_Petrov', 'the.band-2', '007', 'a'.repeat(32)]) {
      assert.equal(checkedNickname(text), text)
    }
  })

  test('is refused in the words of the screen', () => {
    const refused: [string, string][] = [
      ['', 'Введите никнейм.'],
      ['   ', 'Введите никнейм.'],
      ['ivan petrov', 'Имя пользователя не должно содержать пробелы.'],
      [' ivan', 'Имя пользователя не должно содержать пробелы.'],
      ['иван', 'Используйте только латинские буквы и цифры.'],
      ['ivan@petrov', 'Используйте только латинские буквы и цифры.'],
      ['iv/an', 'Используйте только латинские буквы и цифры.'],
      ['josé', 'Используйте только латинские буквы и цифры.'],
      ['ab', 'Никнейм должен содержать от 3 до 32 символов.'],
      ['a'.repeat(33), 'Никнейм должен содержать от 3 до 32 символов.'],
      ['...', 'Добавьте в никнейм хотя бы одну букву или цифру.'],
    ]
    for (const [text, username] of refused)
      assert.deepEqual(checkedNickname(text), { username }, text)
  })

  test('that is a part of the site is taken, in any case of letters', () => {
    const pages = [
      'artist',
      'login',
      'signup',
      'passwordRecovery',
      'concerts-on-map',
      'find-artist',
    ]
    for (const text of ['ivan.data', 'ivan.ICS', 'feed.xml'])
      assert.deepEqual(checkedNickname(text), {
        username: 'Никнейм не может заканчиваться на .ics, .xml или .data.',
      })
    pages.push('numbers', 'keepsake', 'second-pad', 'embed', 'screen', 'feed', 'sandbox-bank')
    for (const text of [...pages, 'Admin', 'API', 'robots.txt', 'favorite_songs', 'shared']) {
      assert.deepEqual(checkedNickname(text), { username: 'Никнейм занят' }, text)
    }
  })
})

describe('a password', () => {
  const LENGTH = 'Пароль должен содержать минимум 8 символов.'
  const CASES = 'Пароль должен содержать хотя бы одну заглавную и одну строчную букву.'
  const DIGIT = 'Пароль должен содержать хотя бы одну цифру.'
  const WEAK = 'Этот пароль слишком простой, его легко угадать. Придумайте другой.'

  test('that keeps the rules is taken untouched', () => {
    for (const place of ['signup', 'change'] as const) {
      for (const password of [
        'Guitar77',
        'x'.repeat(126) + 'A1',
        '~!@#$%^&*()_+Qz5',
        '🎸🎸🎸🎸🎸Aa1',
      ]) {
        assert.equal(accounts.checkPassword(password, place), password)
      }
    }
  })

  test('at sign-up hears the first rule it breaks', () => {
    says('signup', [
      ['', LENGTH],
      ['Ab1', LENGTH],
      ['guitar77', CASES],
      ['GUITAR77', CASES],
      ['12345678', CASES],
      ['GuitarGuitar', DIGIT],
      ['Guitar 77', 'Пароль не должен содержать пробелы.'],
      ['Guitar77ы', 'Пароль не должен содержать кириллицу.'],
      ['x'.repeat(127) + 'A1', 'Пароль должен содержать не больше 128 символов.'],
      ['Qwerty123', WEAK],
      ['PASSWORd1', WEAK],
    ])
  })

  test('at a change hears of upper and lower case apart, and may hold spaces and Cyrillic', () => {
    says('change', [
      ['Ab1', LENGTH],
      ['guitar77', 'Пароль должен содержать хотя бы одну заглавную букву.'],
      ['GUITAR77', 'Пароль должен содержать хотя бы одну строчную букву.'],
      ['GuitarGuitar', DIGIT],
      ['Password1', WEAK],
    ])
    assert.equal(accounts.checkPassword('Моя гитара 7', 'change'), 'Моя гитара 7')
  })

  test('is named by the field that it was typed in', () => {
    const errors = outcome(() => accounts.checkPassword('x', 'change', 'newPassword'))
    assert.deepEqual(errors, { newPassword: LENGTH })
  })

  test('every weak one on the list would pass the other rules', () => {
    assert.ok(accounts.WEAK_PASSWORDS.size >= 40)
    for (const weak of accounts.WEAK_PASSWORDS) {
      const typed = weak.replace(/[a-z]/u, (letter) => letter.toUpperCase())
      says('signup', [[typed, WEAK]])
      says('change', [[typed, WEAK]])
    }
  })

  test('typed twice alike is given back', () => {
    assert.equal(accounts.checkNewPasswordPair('Guitar77', 'Guitar77'), 'Guitar77')
    assert.equal(accounts.checkNewPasswordPair('Guitar77', 'Guitar77', 'recovery'), 'Guitar77')
  })

  test('typed differently is refused at the confirmation, in the words of each screen', () => {
    assert.deepEqual(checkedPair('Guitar77', 'Guitar78', 'change'), {
      passwordConfirm: 'Пароли не совпадают.',
    })
    assert.deepEqual(checkedPair('Guitar77', 'Guitar78', 'recovery'), {
      newPasswordConfirm: 'Пароли не совпадают',
    })
    assert.deepEqual(checkedPair('Guitar', 'x', 'change'), {
      password: LENGTH,
      passwordConfirm: 'Пароли не совпадают.',
    })
    assert.deepEqual(checkedPair('', '', 'change'), { password: LENGTH })
    assert.deepEqual(checkedPair('', '', 'recovery'), { newPassword: 'Заполните все поля' })
    assert.deepEqual(checkedPair('Guitar77', '', 'recovery'), {
      newPasswordConfirm: 'Заполните все поля',
    })
  })
})

describe('an e-mail', () => {
  test('comes out trimmed and in lower case', () => {
    assert.equal(checkedEmail(' Ivan.Petrov+bis@Mail.RU '), 'ivan.petrov+bis@mail.ru')
  })

  test('may stand in a Russian domain or a deep one', () => {
    for (const text of [
      'почта@кино.рф',
      'a@b.co',
      "o'neil@sub.mail.example.com",
      'x@xn--80ak.xn--p1ai',
    ]) {
      assert.equal(checkedEmail(text), text)
    }
  })

  test('that could not be one is refused', () => {
    assert.deepEqual(checkedEmail('  '), { email: 'Введите email.' })
    const broken = ['ivan', 'ivan@', '@mail.ru', 'ivan@mail', 'i van@mail.ru', 'ivan@@mail.ru']
    const dots = ['.ivan@mail.ru', 'ivan.@mail.ru', 'iv..an@mail.ru', 'ivan@.ru', 'ivan@mail..ru']
    const hosts = ['ivan@-mail.ru', 'ivan@mail-.ru', 'ivan@127.0.0.1', 'ivan@mail.r']
    const headers = [
      'ivan@mail.ru\nBcc: a@b.ru',
      'ivan@mail.ru,a@b.ru',
      '<ivan@mail.ru>',
      '"i"@mail.ru',
    ]
    const endless = [`${'a'.repeat(65)}@mail.ru`, `a@${'a'.repeat(250)}.ru`]
    for (const text of [...broken, ...dots, ...hosts, ...headers, ...endless]) {
      assert.deepEqual(
        checkedEmail(text),
        { email: 'Проверьте адрес почты: похоже, в нём опечатка.' },
        text,
      )
    }
  })
})

test('a name is 1 to 80 characters, tidied', () => {
  assert.equal(checkedName(' Иван   Петров '), 'Иван Петров')
  assert.equal(checkedName('я'.repeat(80)), 'я'.repeat(80))
  assert.deepEqual(checkedName(' '), { name: 'Введите имя или название группы.' })
  assert.deepEqual(checkedName('я'.repeat(81)), {
    name: 'Имя должно содержать не больше 80 символов.',
  })
  assert.deepEqual(checkedName('Ваш приз на evil.com'), {
    name: 'Имя похоже на адрес сайта или сумму денег. Напишите, как вас зовут.',
  })
})

describe('a sign-up', () => {
  const typed = {
    username: 'ivan',
    name: ' Иван ',
    email: 'Ivan@Mail.ru',
    password: 'Guitar77',
    passwordConfirm: 'Guitar77',
    accountType: 'GROUP',
  }

  test('comes out ready to be stored', () => {
    assert.deepEqual(accounts.checkSignup(typed), {
      username: 'ivan',
      name: 'Иван',
      email: 'ivan@mail.ru',
      password: 'Guitar77',
      accountType: 'GROUP',
    })
  })

  test('hears of every wrong field at once', () => {
    const errors = outcome(() =>
      accounts.checkSignup({
        username: '',
        name: '',
        email: '',
        password: 'x',
        passwordConfirm: 'y',
        accountType: 'ADMIN',
      }),
    )
    assert.deepEqual(errors, {
      username: 'Введите никнейм.',
      password: 'Пароль должен содержать минимум 8 символов.',
      passwordConfirm: 'Пароли не совпадают.',
      accountType: 'Выберите, кто вы: музыкант или группа.',
      name: 'Введите имя или название группы.',
      email: 'Введите email.',
    })
  })
})

describe('a code from a letter', () => {
  const issuedAt = new Date('2026-11-21T12:00:00Z')
  const fresh = { issuedAt, tries: 0, usedAt: null }
  const later = (ms: number) => new Date(issuedAt.getTime() + ms)

  test('opens when it matches and does not when it does not', () => {
    assert.equal(accounts.codeVerdict(fresh, true, later(0)), 'ok')
    assert.equal(accounts.codeVerdict(fresh, false, later(0)), 'wrong')
  })

  test('dies after ten minutes', () => {
    assert.equal(accounts.codeVerdict(fresh, true, later(10 * 60_000 - 1)), 'ok')
    assert.equal(accounts.codeVerdict(fresh, true, later(10 * 60_000)), 'dead')
  })

  test('is judged five times and no more, right or wrong', () => {
    const verdicts = [0, 1, 2, 3, 4, 5, 6].map((tries) =>
      accounts.codeVerdict({ ...fresh, tries }, true, later(0)),
    )
    assert.deepEqual(verdicts, ['ok', 'ok', 'ok', 'ok', 'ok', 'dead', 'dead'])
    assert.equal(accounts.codeVerdict({ ...fresh, tries: 5 }, false, later(0)), 'dead')
  })

  test('opens once', () => {
    assert.equal(accounts.codeVerdict({ ...fresh, usedAt: issuedAt }, true, later(1)), 'dead')
  })
})

test('a nickname is found whatever its case, and a text that is none by no key', () => {
  assert.equal(accounts.usernameKey('Anna.M-1'), 'anna.m-1')
  for (const text of ['', 'анна', 'a b', 'a\u0000']) assert.equal(accounts.usernameKey(text), null)
})
