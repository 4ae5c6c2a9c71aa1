import type { Calls, Request, Response } from './messages.ts'
import type { Decoded, Encodable } from './protobuf.ts'

/** Nothing here runs: it says what the derived types must come to, and the compiler agrees or not. */

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const check = <_ extends true>(): void => {}

type Plan = Request<'PlanResourceChange'>
type Planned = Response<'PlanResourceChange'>

/* What is read has every field. */
check<Same<Plan['typeName'], string>>()
check<Same<Plan['priorPrivate'], Uint8Array>>()
check<Same<NonNullable<Plan['config']>['msgpack'], Uint8Array>>()
check<Same<undefined extends Plan['config'] ? true : false, true>>()
check<Same<Request<'UpgradeResourceState'>['version'], number>>()

/* What is written may leave out any. */
check<Same<undefined extends Planned['diagnostics'] ? true : false, true>>()
check<Same<NonNullable<NonNullable<Planned['diagnostics']>[number]['summary']>, string>>()

/* Lists and maps keep what they hold. */
type Schema = Decoded<Calls['GetProviderSchema']['response']>
check<Same<NonNullable<Schema['resourceSchemas'][string]>['version'], number>>()
check<Same<Schema['diagnostics'][number]['severity'], number>>()

const planned: Encodable<Calls['PlanResourceChange']['response']> = {}
// @ts-expect-error there is no such field
planned.state
