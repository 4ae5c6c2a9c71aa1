import type { JsonSchema } from './json-schema.ts'
import { shape, type ValueIn } from './shape.ts'

/** Nothing here runs: it states what the types must be, and the compiler checks it. */

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const check = <_ extends true>(): void => {}

const address = shape.object({ host: shape.text(), port: shape.integer() })
type Address = { readonly host: string; readonly port: number }

export const service = shape.object(
  {
    name: shape.text(),
    lifecycle: shape.nullable(shape.enum(['production', 'retired'])),
    addresses: shape.array(address),
    costs: shape.map(shape.number()),
    config: shape.anyObject(),
    isActive: shape.boolean(),
  },
  { required: ['name', 'lifecycle', 'addresses', 'costs', 'config'] },
)

type Service = ValueIn<typeof service>
check<Same<Service['name'], string>>()
check<Same<Service['lifecycle'], 'production' | 'retired' | null>>()
check<Same<Service['addresses'], readonly Address[]>>()
check<Same<Service['costs'], Readonly<Record<string, number>>>>()
check<Same<Service['config'], Readonly<Record<string, unknown>>>>()
check<Same<Service['isActive'], boolean | undefined>>()

/* What says more about a shape leaves its type alone. */
const described = { ...address, description: 'Where it is.' }
check<Same<ValueIn<typeof described>, Address>>()
const titled = shape.titled(address)
check<Same<ValueIn<typeof titled>, Address>>()

const extended = shape.extended(address, { port: shape.text(), path: shape.text() })
check<
  Same<ValueIn<typeof extended>, { readonly host: string; readonly port: string; readonly path: string }>
>()
const looser = shape.requiring(address, ['host'])
check<Same<ValueIn<typeof looser>, { readonly host: string; readonly port?: number }>>()
const none = shape.object({ host: shape.text() }, { required: [] })
check<Same<ValueIn<typeof none>, { readonly host?: string }>>()
const either = shape.either(address, shape.null)
check<Same<ValueIn<typeof either>, Address | null>>()

/* A schema that is no shape may describe anything. */
check<Same<ValueIn<JsonSchema>, unknown>>()

export const wrong = [
  // @ts-expect-error there is no such property
  shape.object({ host: shape.text() }, { required: ['hots'] }),
  // @ts-expect-error an example must match its shape
  shape.object({ host: shape.text() }, { examples: [{ host: 1 }] }),
  // @ts-expect-error a default must be one of the values
  shape.enum(['production', 'retired'], { default: 'old' }),
  // @ts-expect-error there is no such property
  shape.requiring(address, ['path']),
]
