import assert from 'node:assert/strict'
import { test } from 'node:test'
import { russianTownName } from './russian-town-name.ts'

const nameOf = (name: string, alternates: string) =>
  russianTownName({ name, plainName: name }, alternates.split(', '))

test('the Russian name of a town is told from those of other languages', () => {
  assert.equal(nameOf('Perm', 'Molotov, Молотов, Перĕм, Перем, Перм, Пермь, Перым, Пєрмь'), 'Пермь')
  assert.equal(nameOf('Tver', 'Kalinin, Калинин, Твер, Тверь'), 'Тверь')
  assert.equal(nameOf('Blagoveshchensk', 'Благовешченск, Благовещенск'), 'Благовещенск')
  assert.equal(nameOf('Gorokhovets', 'Гороховец, Гороховець'), 'Гороховец')
  assert.equal(nameOf('Novokuznetsk', 'Новокузнетск, Новокузнецк, Сталинск'), 'Новокузнецк')
  assert.equal(nameOf('Udachny', 'Удачнай, Удачний, Удачный'), 'Удачный')
})

test('the dots that dictionaries leave out are put back where the Latin name has them', () => {
  assert.equal(nameOf('Semënov', 'Семенов'), 'Семёнов')
  assert.equal(nameOf('Ozërsk', 'Озерск'), 'Озёрск')
  assert.equal(nameOf('Yeysk', 'Ейск'), 'Ейск')
  assert.equal(nameOf('Vereya', 'Верея'), 'Верея')
})

test('a hyphen stands where the Latin name has it', () => {
  assert.equal(nameOf('Yoshkar-Ola', 'Йошкар Ола, Йошкар-Ола'), 'Йошкар-Ола')
  assert.equal(nameOf('Belyy Yar', 'Белый Яр, Белый-Яр'), 'Белый Яр')
})

test('a place without a name in Russian letters has none', () => {
  assert.equal(nameOf('Obruchevo', 'Obruchevo, Обручєво'), null)
})
