import { shape, type ValueIn } from '../shape/shape.ts'
import { limits } from './field.ts'
import { notBlank, worded, wordsOf } from './patterns.ts'
import { emailPattern } from './rota-schema.ts'
import { whenOneOf } from './when-one-of.ts'

/** What the value of each sort of contact looks like. */
const patterns = {
  phone: worded(
    '^[+(]?[0-9][0-9 ()./-]{1,38}[0-9]( ?(x|ext\\.?) ?[0-9]{1,6})?$',
    'must be a phone number such as +44 20 7946 0001',
  ),
  chat: worded(
    '^(https://[^\\s]+|[@#][^\\s]+|[^\\s:/@#]([^:/]*[^\\s:/])?)$',
    'must be an address that begins with https://, or a handle such as @ada',
  ),
  email: emailPattern,
} as const

export const contactTypes = ['phone', 'chat', 'email'] as const satisfies readonly (keyof typeof patterns)[]

/** How many ways to reach them one member may have. */
export const maxContacts = 10

const contact = shape.object({
  type: shape.enum(contactTypes, { description: 'What it is.' }),
  value: shape.text({
    minLength: 1,
    maxLength: limits.name,
    pattern: notBlank,
    description: 'The number, the address, or the handle. An address of a chat begins with https://.',
  }),
})

export type Contact = ValueIn<typeof contact>

export const contactsSchema = shape.array(contact, {
  maxItems: maxContacts,
  examples: [
    [
      { type: 'phone', value: '+44 20 7946 0001' },
      { type: 'chat', value: 'https://acme.slack.com/team/U024BE7LH' },
    ],
  ],
})

/** The same per type, for descriptions. */
export const contactsRule = {
  items: {
    allOf: contactTypes.map((type) =>
      whenOneOf('type', [type], { properties: { value: { pattern: patterns[type] } } }),
    ),
  },
}

/** The first contact whose value is not one of its type, and why. */
export function contactFault(
  contacts: readonly Contact[],
): { readonly part: string; readonly about: string } | undefined {
  const wrong = contacts.findIndex(({ type, value }) => !new RegExp(patterns[type]).test(value))
  const type = contacts[wrong]?.type
  return type && { part: `${wrong}/value`, about: wordsOf(patterns[type]) }
}
