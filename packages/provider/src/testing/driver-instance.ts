import { error } from '../protocol/diagnostic.ts'
import { objectFromDynamicValue, toDynamicValue } from '../protocol/dynamic-value.ts'
import { objectTypeOf, type Schema } from '../protocol/schema.ts'
import type { Type } from '../protocol/type.ts'
import type { ObjectValue, Value } from '../protocol/value.ts'
import { unknownPlaces } from './core-rules.ts'
import { type Ask, CommandError, warningsIn } from './driver-calls.ts'
import { configProblems, wholeConfig } from './driver-config.ts'
import { type Stored, stateJson } from './driver-state.ts'

/** One object of a configuration, and how a host handles it. */
export interface Instance {
  readonly ask: Ask
  readonly address: string
  readonly typeName: string
  readonly schema: Schema
}

export interface Current {
  readonly state: ObjectValue
  readonly private: Uint8Array
  readonly isTainted: boolean
}

export const typeOfInstance = ({ schema }: Instance): Type => objectTypeOf(schema.attributes)

export const toWire = (instance: Instance, value: Value) => toDynamicValue(value, typeOfInstance(instance))

export const fromWire = (
  instance: Instance,
  wire: Parameters<typeof objectFromDynamicValue>[0],
): ObjectValue | null => objectFromDynamicValue(wire, typeOfInstance(instance))

/** A complaint that blames the provider. */
export const blame = ({ address }: Instance, summary: string, problems: readonly string[]): CommandError =>
  new CommandError(
    address,
    problems.map((problem) => error(summary, problem)),
  )

export const storedOf = (instance: Instance, current: Current): Stored => ({
  version: instance.schema.version,
  json: stateJson(current.state, typeOfInstance(instance)),
  private: current.private,
  isTainted: current.isTainted,
})

/** A stored object as the provider of today has it. */
export async function load(instance: Instance, stored: Stored | undefined): Promise<Current | undefined> {
  if (!stored) return undefined
  const { ask, address, typeName } = instance
  const answer = await ask('UpgradeResourceState', {
    typeName,
    version: stored.version,
    rawState: { json: stored.json },
  })
  warningsIn(address, answer)
  const state = fromWire(instance, answer.upgradedState)
  if (state === null) throw blame(instance, 'Provider returned no upgraded state', ['It was null.'])
  return { state, private: stored.private, isTainted: stored.isTainted }
}

/** The object as the provider finds it now; undefined when it is gone. */
export async function refresh(instance: Instance, current: Current): Promise<Current | undefined> {
  const { ask, address, typeName, schema } = instance
  const answer = await ask('ReadResource', {
    typeName,
    currentState: toWire(instance, current.state),
    private: current.private,
  })
  warningsIn(address, answer)
  const state = fromWire(instance, answer.newState)
  if (state === null) return undefined
  const open = unknownPlaces(schema.attributes, state)
  if (open.length > 0) throw blame(instance, 'Provider produced invalid object', open)
  return { ...current, state, private: answer.private }
}

/** The whole configuration, once the host and the provider have nothing against it. */
export async function validConfig(instance: Instance, written: ObjectValue): Promise<ObjectValue> {
  const { ask, address, typeName, schema } = instance
  const config = wholeConfig(schema.attributes, written)
  const problems = configProblems(schema.attributes, config)
  if (problems.length > 0) throw new CommandError(address, problems)
  const clientCapabilities = { writeOnlyAttributesAllowed: true }
  const request = { typeName, config: toWire(instance, config), clientCapabilities }
  warningsIn(address, await ask('ValidateResourceConfig', request))
  return config
}
