import { type Call, createDriver } from '../../testing/driver.ts'
import { providerMethods } from '../methods.ts'
import type { Provider, Resource } from '../provider.ts'
import { createThingProvider } from './thing-provider.ts'

export interface Logged {
  readonly message: string
  readonly error: unknown
}

/** The way into a provider in this process. */
export function callInto(provider: Provider, logged: Logged[] = []): Call {
  const log = {
    error: (message: string, { error }: { error: unknown }) => void logged.push({ message, error }),
  }
  const methods = providerMethods(provider, { log })
  return async (path, request) => {
    const method = methods[path]
    if (!method) throw new Error(`There is no ${path}.`)
    return method(request)
  }
}

/** A host and the things it keeps. */
export function playThings(overrides: Partial<Resource> = {}) {
  const logged: Logged[] = []
  const things = createThingProvider(overrides)
  return { ...things, logged, host: createDriver(callInto(things.provider, logged), things.provider) }
}

export const type = 'test_thing'
