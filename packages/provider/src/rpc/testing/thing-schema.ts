import type { Attributes, Schema } from '../../protocol/schema.ts'

/** An attribute of every shape that there is. */
const attributes: Attributes = {
  id: { type: 'string', presence: 'computed', description: 'Given by the service.' },
  revision: { type: 'number', presence: 'computed', volatile: true, description: 'Counts the changes.' },
  name: { type: 'string', presence: 'required', description: 'What it is called.' },
  label: {
    type: 'string',
    presence: 'optional',
    description: 'The service keeps it in lower case.',
    isSame: (a, b) => String(a).toLowerCase() === String(b).toLowerCase(),
  },
  region: { type: 'string', presence: 'optional', replaces: true, description: 'Where it is.' },
  note: { type: 'string', presence: 'optional', description: 'Empty when there is none, says the service.' },
  serial: { type: 'string', presence: 'optional-computed', description: 'Made up unless given.' },
  enabled: { type: 'bool', presence: 'optional-computed', default: true, description: 'Whether it runs.' },
  size: { type: 'number', presence: 'optional', description: 'How large it is.' },
  secret: { type: 'string', presence: 'optional', sensitive: true, description: 'Never shown again.' },
  tags: { type: ['set', 'string'], presence: 'optional', description: 'In any order.' },
  aliases: { type: ['list', 'string'], presence: 'optional', description: 'In this order.' },
  labels: { type: ['map', 'string'], presence: 'optional', description: 'By key.' },
  span: { type: ['tuple', ['number', 'number']], presence: 'optional', description: 'From and to.' },
  extra: { type: 'dynamic', presence: 'optional', description: 'Anything.', deprecated: 'Use note.' },
  limits: {
    nesting: 'single',
    presence: 'optional',
    description: 'What it may use.',
    attributes: {
      cpu: { type: 'number', presence: 'required', description: 'How much.' },
      unit: { type: 'string', presence: 'optional-computed', default: 'core', description: 'Of what.' },
    },
  },
  tiers: {
    nesting: 'list',
    presence: 'optional-computed',
    description: 'Two, unless given.',
    default: [
      { name: 'first', rank: null, note: null },
      { name: 'second', rank: null, note: null },
    ],
    attributes: {
      name: { type: 'string', presence: 'required', description: 'What it is called.' },
      rank: { type: 'number', presence: 'computed', description: 'Given by the service.' },
      note: { type: 'string', presence: 'optional', description: 'Anything.' },
    },
  },
  ports: {
    nesting: 'set',
    presence: 'optional',
    description: 'Where it listens.',
    attributes: {
      port: { type: 'number', presence: 'required', description: 'The number.' },
      protocol: { type: 'string', presence: 'optional-computed', default: 'tcp', description: 'How.' },
    },
  },
  contacts: {
    nesting: 'map',
    presence: 'optional',
    description: 'By role.',
    attributes: {
      email: { type: 'string', presence: 'required', description: 'Where to write to.' },
      since: { type: 'string', presence: 'computed', description: 'Given by the service.' },
    },
  },
}

export const thingSchema: Schema = { version: 2, description: 'A thing.', attributes }
