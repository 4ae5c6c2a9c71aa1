import assert from 'node:assert/strict'
import { test } from 'node:test'
import { avatarOf, initialsOf } from './avatar.ts'

test('the initials are those of the first and the last word of a name', () => {
  for (const [name, letters] of [
    ['Ada Lovelace', 'AL'],
    ['ada', 'A'],
    ['Ada King Countess of Lovelace', 'AL'],
    ['ada.lovelace', 'AL'],
    ['élodie  𝒳avier', 'É𝒳'],
    ['', '?'],
    [' . ', '?'],
  ] as const)
    assert.equal(initialsOf(name), letters, name)
})

test('a member without a name gets initials from their e-mail address', () => {
  const person = { id: 'usr_1', displayName: null, email: 'ada.lovelace@example.com' }
  assert.equal(avatarOf(person).avatarKey, 'AL')
  assert.equal(avatarOf({ ...person, email: null }).avatarKey, '?')
})

test('colours are the same each time, differ among people, and can be read', () => {
  const people = Array.from({ length: 200 }, (_, n) => ({ id: `usr_${n}`, displayName: 'A', email: null }))
  const drawn = people.map(avatarOf)
  assert.deepEqual(people.map(avatarOf), drawn)
  const backgrounds = new Set(drawn.map(({ avatarBgColor }) => avatarBgColor))
  assert.ok(backgrounds.size > 6, `${backgrounds.size} colours`)
  for (const background of backgrounds) {
    const [letters, behind] = ['#ffffff', background].map(luminance)
    assert.ok(((letters ?? 0) + 0.05) / ((behind ?? 0) + 0.05) >= 4.5, background)
  }
})

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
