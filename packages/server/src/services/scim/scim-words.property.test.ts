import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { groupType, userType } from './attributes.ts'
import { conditionFor } from './conditions.ts'
import { type Document, readDocument } from './documents.ts'
import { type Filter, parseFilter } from './filter.ts'
import { patched } from './patch.ts'
import { ScimRefusal } from './refusal.ts'

/** Runs something that may only be refused, never fail. */
function refusedOr<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch (error) {
    if (error instanceof ScimRefusal) return undefined
    throw error
  }
}

const compared = fc
  .tuple(
    fc.constantFrom('userName', 'emails.value', 'externalId'),
    fc.constantFrom('eq', 'ne', 'co', 'sw'),
    fc.string({ maxLength: 10 }).filter((text) => !text.includes('\0')),
  )
  .map(
    ([attribute, operator, value]): Filter => ({
      is: 'compared',
      attribute,
      operator: operator as 'eq',
      value,
    }),
  )

function written(filter: Filter): string {
  if (filter.is === 'compared')
    return `${filter.attribute} ${filter.operator} ${JSON.stringify(filter.value)}`
  if (filter.is === 'not') return `not (${written(filter.part)})`
  if (filter.is === 'some') return `${filter.attribute}[${written(filter.part)}]`
  return filter.parts.map((part) => `(${written(part)})`).join(filter.is === 'all' ? ' AND ' : ' oR ')
}

const filters = fc.oneof(
  compared,
  compared.map((part): Filter => ({ is: 'not', part })),
  fc
    .tuple(fc.constantFrom('all', 'any'), fc.array(compared, { minLength: 2, maxLength: 4 }))
    .map(([is, parts]): Filter => ({ is: is as 'all', parts })),
)

test('a filter means what was written', () => {
  fc.assert(fc.property(filters, (filter) => assert.deepEqual(parseFilter(written(filter)), filter)))
})

const noise = fc.oneof(
  fc.string(),
  fc
    .array(
      fc.constantFrom('(', ')', '[', ']', '"', ' and ', ' not ', 'userName', ' eq ', '"a"', '.value', '\\'),
    )
    .map((parts) => parts.join('')),
)

test('any text is a filter or refused', () => {
  fc.assert(fc.property(noise, (text) => void refusedOr(() => conditionFor(userType, text))))
})

const operation = fc.record({
  op: fc.constantFrom('add', 'Replace', 'REMOVE', 'x'),
  path: fc.option(
    fc.oneof(
      noise,
      fc.constantFrom(
        'emails',
        'name.givenName',
        'emails[type eq "work"].value',
        'emails[type eq "home" and primary eq true].value',
        'emails[type eq "work"].primary',
        '__proto__',
        'active',
        'members',
      ),
    ),
    { nil: undefined },
  ),
  value: fc.jsonValue(),
})

test('any PATCH is done or refused, changes nothing that was there before, and keeps to known names', () => {
  const before: Document = readDocument(userType, {
    userName: 'ada',
    emails: [
      { value: 'a@x.example', type: 'work', primary: true },
      { value: 'b@x.example', type: 'home' },
    ],
  })
  const same = structuredClone(before)
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 5 }), (operations) => {
      const after = refusedOr(() => patched(userType, before, { Operations: operations }))
      assert.deepEqual(before, same)
      assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false)
      if (!after) return
      // Everything in it is as if it had been sent whole.
      assert.deepEqual(readDocument(userType, after), after)
    }),
  )
})

const ids = ['a', 'b', 'ab', 'c']
const some = fc.subarray(ids)
const listed = (values: readonly string[]) => values.map((value) => ({ value }))

/** What an operation on the members of a group says, and what it means. */
const onMembers = fc.oneof(
  some.map((given) => ({
    operation: { op: 'Add', path: 'members', value: listed(given) },
    meaning: (had: readonly string[]) => [...had, ...given],
  })),
  some.map((given) => ({
    operation: { op: 'Remove', path: 'members', value: listed(given) },
    meaning: (had: readonly string[]) => had.filter((id) => !given.includes(id)),
  })),
  fc.subarray(ids, { minLength: 1 }).map((given) => ({
    operation: { op: 'remove', path: `members[${given.map((id) => `value eq "${id}"`).join(' or ')}]` },
    meaning: (had: readonly string[]) => had.filter((id) => !given.includes(id)),
  })),
  fc.constantFrom(...ids).map((given) => ({
    operation: { op: 'remove', path: `members[value sw "${given}" and type pr]` },
    meaning: (had: readonly string[]) => had,
  })),
  fc.constantFrom(...ids).map((given) => ({
    operation: { op: 'remove', path: `members[not (value sw "${given}")]` },
    meaning: (had: readonly string[]) => had.filter((id) => id.startsWith(given)),
  })),
  some.map((given) => ({
    operation: { op: 'replace', value: { members: listed(given), displayName: 'Group' } },
    meaning: () => given,
  })),
  fc.constant({ operation: { op: 'remove', path: 'members' }, meaning: (): readonly string[] => [] }),
)

test('members of a group are those that all operations in turn leave', () => {
  fc.assert(
    fc.property(some, fc.array(onMembers, { minLength: 1, maxLength: 8 }), (had, steps) => {
      const before = readDocument(groupType, { displayName: 'Group', members: listed(had) })
      const operations = steps.map(({ operation }) => operation)
      const { members = [] } = patched(groupType, before, { Operations: operations })
      const meant = steps.reduce<readonly string[]>((left, { meaning }) => meaning(left), had)
      const left = (members as readonly Document[]).map(({ value }) => String(value))
      assert.deepEqual(left.toSorted(), [...new Set(meant)].toSorted())
    }),
  )
})
