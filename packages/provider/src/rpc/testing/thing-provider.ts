import { type Diagnostic, error } from '../../protocol/diagnostic.ts'
import type { ObjectValue } from '../../protocol/value.ts'
import type { Provider, Resource } from '../provider.ts'
import { thingSchema } from './thing-schema.ts'
import { createThingService } from './thing-service.ts'

/** A whole provider over a service in memory; a test may put other functions in place of its resource's. */
export function createThingProvider(overrides: Partial<Resource> = {}) {
  const service = createThingService()
  const seen: ObjectValue[] = []
  const configured: ObjectValue[] = []

  const thing: Resource = {
    schema: thingSchema,
    validate: (config) => (config.name === 'forbidden' ? [notAllowed] : []),
    create: async ({ planned }) => ({
      state: { ...service.create(planned), secret: planned.secret ?? null },
      private: Buffer.from('made'),
    }),
    update: async ({ prior, planned }) => ({
      state: { ...service.update(String(prior.id), planned), secret: planned.secret ?? null },
    }),
    async read(state) {
      const found = service.read(String(state.id))
      return { state: found && { ...found, secret: state.secret ?? null } }
    },
    async delete({ id }) {
      service.delete(String(id))
      return []
    },
    import: async (id) => ({ state: service.read(id) }),
    upgrade: ({ title, ...rest }) => ({ ...rest, name: title ?? null }),
    seen: (state) => seen.push(state),
    ...overrides,
  }

  const provider: Provider = {
    schema: {
      version: 0,
      description: 'Keeps things.',
      attributes: {
        endpoint: { type: 'string', presence: 'optional', description: 'Where the service is.' },
      },
    },
    validate: ({ endpoint }) =>
      endpoint === 'nowhere' ? [error('No such place', undefined, ['endpoint'])] : [],
    async configure(config) {
      configured.push(config)
      return []
    },
    resources: { test_thing: thing },
    dataSources: {
      test_thing: {
        schema: {
          version: 0,
          description: 'Finds a thing.',
          attributes: {
            id: { type: 'string', presence: 'required', description: 'Its id.' },
            name: { type: 'string', presence: 'computed', description: 'What it is called.' },
          },
        },
        async read({ id = null }) {
          const found = service.read(String(id))
          return { state: found && { id, name: found.name ?? null } }
        },
      },
    },
    stop: () => {},
  }
  return { provider, service, seen, configured }
}

const notAllowed: Diagnostic = error('Invalid name', 'It is not allowed.', ['name'])
