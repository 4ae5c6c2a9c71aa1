import { checkSchema, reservedInProviders, reservedInResources } from '../protocol/check-schema.ts'
import { error } from '../protocol/diagnostic.ts'
import { type CallName, calls, pathOf, type Request, type Response } from '../protocol/messages.ts'
import type { Message } from '../protocol/protobuf.ts'
import type { Unary } from '../protocol/unary.ts'
import { toWireDiagnostics } from '../protocol/wire-diagnostics.ts'
import { applyResourceChange } from './apply-resource-change.ts'
import { configureProvider } from './configure-provider.ts'
import { getFunctions } from './get-functions.ts'
import { getMetadata } from './get-metadata.ts'
import { getProviderSchema } from './get-provider-schema.ts'
import { getResourceIdentitySchemas } from './get-resource-identity-schemas.ts'
import type { Handler } from './handler.ts'
import { importResourceState } from './import-resource-state.ts'
import { moveResourceState } from './move-resource-state.ts'
import { planResourceChange } from './plan-resource-change.ts'
import type { Provider } from './provider.ts'
import { readDataSource } from './read-data-source.ts'
import { readResource } from './read-resource.ts'
import { stopProvider } from './stop-provider.ts'
import { upgradeResourceState } from './upgrade-resource-state.ts'
import { validateDataResourceConfig } from './validate-data-resource-config.ts'
import { validateProviderConfig } from './validate-provider-config.ts'
import { validateResourceConfig } from './validate-resource-config.ts'

const handlers: { readonly [Name in CallName]: Handler<Name> } = {
  ApplyResourceChange: applyResourceChange,
  ConfigureProvider: configureProvider,
  GetFunctions: getFunctions,
  GetMetadata: getMetadata,
  GetProviderSchema: getProviderSchema,
  GetResourceIdentitySchemas: getResourceIdentitySchemas,
  ImportResourceState: importResourceState,
  MoveResourceState: moveResourceState,
  PlanResourceChange: planResourceChange,
  ReadDataSource: readDataSource,
  ReadResource: readResource,
  StopProvider: stopProvider,
  UpgradeResourceState: upgradeResourceState,
  ValidateDataResourceConfig: validateDataResourceConfig,
  ValidateProviderConfig: validateProviderConfig,
  ValidateResourceConfig: validateResourceConfig,
}

/** Told of everything that was thrown, with its stack. */
export interface Log {
  error(message: string, fields: { readonly error: unknown }): void
}

/** Every call that a host may make, by its path. Mistakes in the schemas are thrown at once. */
export function providerMethods(
  provider: Provider,
  { log = console }: { readonly log?: Log } = {},
): Readonly<Record<string, Unary>> {
  checkSchemas(provider)
  const names = Object.keys(handlers) as readonly CallName[]
  const methods = names.map((name) => [pathOf(name), unary(name, provider, log)] as const)
  return { ...Object.fromEntries(methods), [SCHEMA]: once(unary('GetProviderSchema', provider, log)) }
}

const SCHEMA = pathOf('GetProviderSchema')

function checkSchemas({ schema, resources, dataSources }: Provider): void {
  checkSchema('provider', schema, reservedInProviders)
  for (const [name, one] of Object.entries(resources)) checkSchema(name, one.schema, reservedInResources)
  for (const [name, one] of Object.entries(dataSources)) {
    checkSchema(`data ${name}`, one.schema, reservedInResources)
  }
}

function unary<Name extends CallName>(name: Name, provider: Provider, log: Log): Unary {
  const { request, response } = messagesOf(name)
  const handler = handlers[name] as Handler<Name>
  return async (bytes) => {
    try {
      return response.encode(await handler(provider, request.decode(bytes)))
    } catch (thrown) {
      log.error(`${name} failed`, { error: thrown })
      return response.encode(failure(name, thrown))
    }
  }
}

/** The table gives each call its own messages; the compiler cannot follow that through a type parameter. */
const messagesOf = <Name extends CallName>(name: Name) =>
  calls[name] as unknown as {
    readonly request: Message<Request<Name>>
    readonly response: Message<unknown, Response<Name>>
  }

/** All responses have diagnostics, except for a stop, which has a sentence. */
function failure<Name extends CallName>(name: Name, thrown: unknown): Response<Name> {
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  const bug = error(
    `The provider failed in ${name}`,
    `${message}\n\nThis is a bug in the provider: please report it.`,
  )
  return { diagnostics: toWireDiagnostics([bug], 'dynamic'), error: message } as Response<Name>
}

/** A constant response is built once. */
function once(call: Unary): Unary {
  let answer: Promise<Uint8Array> | undefined
  return (request) => {
    answer ??= call(request)
    return answer
  }
}
