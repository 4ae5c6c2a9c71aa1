import type { ObjectValue } from '../protocol/value.ts'
import { unknownPlaces } from './core-rules.ts'
import { CommandError, warningsIn } from './driver-calls.ts'
import { configProblems, wholeConfig } from './driver-config.ts'
import { blame, fromWire, type Instance, toWire } from './driver-instance.ts'

/** Reads a data source, whose configuration is known by now. */
export async function readDataSource(instance: Instance, written: ObjectValue): Promise<ObjectValue> {
  const { ask, address, typeName, schema } = instance
  const whole = wholeConfig(schema.attributes, written)
  const problems = configProblems(schema.attributes, whole)
  if (problems.length > 0) throw new CommandError(address, problems)
  const config = toWire(instance, whole)
  warningsIn(address, await ask('ValidateDataResourceConfig', { typeName, config }))
  const answer = await ask('ReadDataSource', { typeName, config })
  warningsIn(address, answer)
  const state = fromWire(instance, answer.state)
  if (state === null) throw blame(instance, 'Provider produced null object', [address])
  const open = unknownPlaces(schema.attributes, state)
  if (open.length > 0) throw blame(instance, 'Provider produced invalid object', open)
  return state
}
