import { type Diagnostic, error } from '../protocol/diagnostic.ts'
import { toDynamicValue } from '../protocol/dynamic-value.ts'
import { objectTypeOf, type Schema } from '../protocol/schema.ts'
import { fitState, parseState } from '../protocol/state-json.ts'
import { isObject, type ObjectValue } from '../protocol/value.ts'
import { type Applied, applyDelete, applyPlan } from './driver-apply.ts'
import { type Call, CommandError, createAsk, warningsIn } from './driver-calls.ts'
import { configProblems, wholeConfig } from './driver-config.ts'
import { readDataSource } from './driver-data-source.ts'
import {
  blame,
  type Current,
  fromWire,
  type Instance,
  load,
  refresh,
  storedOf,
  typeOfInstance,
  validConfig,
} from './driver-instance.ts'
import { type Plan, planChange } from './driver-plan.ts'
import type { Stored } from './driver-state.ts'

export { type Call, CommandError } from './driver-calls.ts'
export type { Action, Plan } from './driver-plan.ts'
export type { Stored } from './driver-state.ts'

/** The schemas that a host knows of a provider; a provider itself has this shape. */
export interface Schemas {
  readonly schema: Schema
  readonly resources: Readonly<Record<string, { readonly schema: Schema }>>
  readonly dataSources: Readonly<Record<string, { readonly schema: Schema }>>
}

/** What stands in a configuration: attributes that are left out are null. */
export interface Written {
  readonly type: string
  readonly name?: string
  /** Null for what is no longer in the configuration. */
  readonly config: ObjectValue | null
}

export interface Applicable extends Written {
  /** What the configuration turned out to be where it held unknowns while planning. */
  readonly final?: ObjectValue
}

export type Driver = ReturnType<typeof createDriver>

/** Plays the host: makes its calls in its order, keeps a state between commands and insists on its rules. */
export function createDriver(call: Call, schemas: Schemas) {
  const ask = createAsk(call)
  const states = new Map<string, Stored>()

  function instanceOf(typeName: string, name = 'this'): Instance {
    const owner = schemas.resources[typeName]
    if (!owner) throw new Error(`There is no resource type "${typeName}".`)
    return { ask, address: `${typeName}.${name}`, typeName, schema: owner.schema }
  }

  function keep(instance: Instance, current: Current | undefined): void {
    if (current) states.set(instance.address, storedOf(instance, current))
    else states.delete(instance.address)
  }

  /** The object of an instance as it is now. */
  async function look(instance: Instance): Promise<Current | undefined> {
    const stored = await load(instance, states.get(instance.address))
    return stored && refresh(instance, stored)
  }

  async function planFrom(instance: Instance, current: Current | undefined, written: Written): Promise<Plan> {
    if (written.config !== null) {
      return planChange(instance, current, await validConfig(instance, written.config))
    }
    const action = current ? 'delete' : 'no-op'
    const prior = current?.state ?? null
    return { action, prior, planned: null, private: new Uint8Array(), replaces: [], warnings: [] }
  }

  async function applyFrom(
    instance: Instance,
    plan: Plan,
    current: Current | undefined,
    written: Applicable,
  ): Promise<Applied> {
    const final = written.final ?? written.config
    if (final === null) return current ? applyDelete(instance, current) : { after: undefined }
    const config = await validConfig(instance, final)
    if (plan.action !== 'replace' || !current) return applyPlan(instance, plan, current, config)
    const gone = await applyDelete(instance, current)
    if (gone.failure) return gone
    keep(instance, undefined)
    return applyPlan(instance, { ...plan, action: 'create' }, undefined, config)
  }

  return {
    states,

    /** Sends the provider its own configuration. */
    async configure(written: ObjectValue = {}): Promise<readonly Diagnostic[]> {
      const { attributes } = schemas.schema
      const whole = wholeConfig(attributes, written)
      const problems = configProblems(attributes, whole)
      if (problems.length > 0) throw new CommandError('provider', problems)
      const config = toDynamicValue(whole, objectTypeOf(attributes))
      const first = warningsIn('provider', await ask('ValidateProviderConfig', { config }))
      const answer = await ask('ConfigureProvider', { terraformVersion: '1.12.6', config })
      return [...first, ...warningsIn('provider', answer)]
    },

    async validate({ type, name, config }: Written): Promise<void> {
      if (config !== null) await validConfig(instanceOf(type, name), config)
    },

    async plan(written: Written): Promise<Plan> {
      const instance = instanceOf(written.type, written.name)
      return planFrom(instance, await look(instance), written)
    },

    /** Plans, and makes it so. Answers with the state afterwards, null when there is none. */
    async apply(written: Applicable): Promise<ObjectValue | null> {
      const instance = instanceOf(written.type, written.name)
      const found = await look(instance)
      const plan = await planFrom(instance, found, written)
      keep(instance, found)
      if (plan.action === 'no-op') return found?.state ?? null
      const current = await load(instance, states.get(instance.address))
      const { after, failure } = await applyFrom(instance, plan, current, written)
      keep(instance, after)
      if (failure) throw failure
      return after?.state ?? null
    },

    async destroy(type: string, name?: string): Promise<void> {
      await this.apply({ type, ...(name !== undefined && { name }), config: null })
    },

    /** Brings the whole state up to date with what there is. */
    async refresh(): Promise<void> {
      for (const address of [...states.keys()]) {
        const [type = '', name] = address.split('.')
        const instance = instanceOf(type, name)
        keep(instance, await look(instance))
      }
    },

    async import(type: string, id: string, name?: string): Promise<ObjectValue> {
      const instance = instanceOf(type, name)
      const { address } = instance
      if (states.has(address)) throw new CommandError(address, [error('Resource already managed')])
      const answer = await ask('ImportResourceState', { typeName: type, id })
      warningsIn(address, answer)
      const [imported] = answer.importedResources
      const state = fromWire(instance, imported?.state)
      if (!imported || state === null) throw blame(instance, 'Provider returned nothing to import', [id])
      const found = await refresh(instance, { state, private: imported.private, isTainted: false })
      if (!found) throw new CommandError(address, [error('Cannot import non-existent remote object')])
      keep(instance, found)
      return found.state
    },

    /** Reads a data source. */
    read(typeName: string, config: ObjectValue): Promise<ObjectValue> {
      const owner = schemas.dataSources[typeName]
      if (!owner) throw new Error(`There is no data source "${typeName}".`)
      return readDataSource({ ask, address: `data.${typeName}.this`, typeName, schema: owner.schema }, config)
    },

    /** What the state holds of an object. */
    state(type: string, name?: string): ObjectValue | null {
      const instance = instanceOf(type, name)
      const stored = states.get(instance.address)
      if (!stored) return null
      const value = fitState(parseState(stored.json), typeOfInstance(instance))
      return isObject(value) ? value : null
    },

    async stop(): Promise<string> {
      return (await ask('StopProvider', {})).error
    },
  }
}
