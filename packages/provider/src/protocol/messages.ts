import {
  bool,
  bytes,
  type Decoded,
  type Encodable,
  int64,
  map,
  message,
  optional,
  repeated,
  single,
  text,
} from './protobuf.ts'
import { schema } from './schema-messages.ts'

/** The tfplugin6 messages of a provider with resources and data sources. */

const dynamicValue = message({ msgpack: single(1, bytes), json: single(2, bytes) })

const step = message({
  attributeName: optional(1, text),
  elementKeyString: optional(2, text),
  elementKeyInt: optional(3, int64),
})

export const attributePath = message({ steps: repeated(1, step) })

export const severities = { error: 1, warning: 2 } as const

export const diagnostic = message({
  severity: single(1, int64),
  summary: single(2, text),
  detail: single(3, text),
  attribute: optional(4, attributePath),
})

const rawState = message({ json: single(1, bytes), flatmap: map(2, text) })

const serverCapabilities = message({
  planDestroy: single(1, bool),
  getProviderSchemaOptional: single(2, bool),
})

const named = message({ typeName: single(1, text) })

const importedResource = message({
  typeName: single(1, text),
  state: optional(2, dynamicValue),
  private: single(3, bytes),
})

const nothing = message({})
const onlyDiagnostics = message({ diagnostics: repeated(1, diagnostic) })
const configOfType = message({ typeName: single(1, text), config: optional(2, dynamicValue) })
const clientCapabilities = message({ writeOnlyAttributesAllowed: single(2, bool) })

/** The request and response of each call, by its name in the protocol. */
export const calls = {
  GetMetadata: {
    request: nothing,
    response: message({
      serverCapabilities: optional(1, serverCapabilities),
      diagnostics: repeated(2, diagnostic),
      dataSources: repeated(3, named),
      resources: repeated(4, named),
    }),
  },
  GetProviderSchema: {
    request: nothing,
    response: message({
      provider: optional(1, schema),
      resourceSchemas: map(2, schema),
      dataSourceSchemas: map(3, schema),
      diagnostics: repeated(4, diagnostic),
      serverCapabilities: optional(6, serverCapabilities),
    }),
  },
  GetFunctions: { request: nothing, response: message({ diagnostics: repeated(2, diagnostic) }) },
  GetResourceIdentitySchemas: {
    request: nothing,
    response: message({ diagnostics: repeated(2, diagnostic) }),
  },
  ValidateProviderConfig: {
    request: message({ config: optional(1, dynamicValue) }),
    response: message({ diagnostics: repeated(2, diagnostic) }),
  },
  ConfigureProvider: {
    request: message({ terraformVersion: single(1, text), config: optional(2, dynamicValue) }),
    response: onlyDiagnostics,
  },
  StopProvider: { request: nothing, response: message({ error: single(1, text) }) },
  ValidateResourceConfig: {
    request: message({
      typeName: single(1, text),
      config: optional(2, dynamicValue),
      clientCapabilities: optional(3, clientCapabilities),
    }),
    response: onlyDiagnostics,
  },
  ValidateDataResourceConfig: { request: configOfType, response: onlyDiagnostics },
  UpgradeResourceState: {
    request: message({
      typeName: single(1, text),
      version: single(2, int64),
      rawState: optional(3, rawState),
    }),
    response: message({ upgradedState: optional(1, dynamicValue), diagnostics: repeated(2, diagnostic) }),
  },
  ReadResource: {
    request: message({
      typeName: single(1, text),
      currentState: optional(2, dynamicValue),
      private: single(3, bytes),
    }),
    response: message({
      newState: optional(1, dynamicValue),
      diagnostics: repeated(2, diagnostic),
      private: single(3, bytes),
    }),
  },
  PlanResourceChange: {
    request: message({
      typeName: single(1, text),
      priorState: optional(2, dynamicValue),
      proposedNewState: optional(3, dynamicValue),
      config: optional(4, dynamicValue),
      priorPrivate: single(5, bytes),
    }),
    response: message({
      plannedState: optional(1, dynamicValue),
      requiresReplace: repeated(2, attributePath),
      plannedPrivate: single(3, bytes),
      diagnostics: repeated(4, diagnostic),
    }),
  },
  ApplyResourceChange: {
    request: message({
      typeName: single(1, text),
      priorState: optional(2, dynamicValue),
      plannedState: optional(3, dynamicValue),
      config: optional(4, dynamicValue),
      plannedPrivate: single(5, bytes),
    }),
    response: message({
      newState: optional(1, dynamicValue),
      private: single(2, bytes),
      diagnostics: repeated(3, diagnostic),
    }),
  },
  ImportResourceState: {
    request: message({ typeName: single(1, text), id: single(2, text) }),
    response: message({
      importedResources: repeated(1, importedResource),
      diagnostics: repeated(2, diagnostic),
    }),
  },
  MoveResourceState: {
    request: message({ sourceTypeName: single(2, text), targetTypeName: single(5, text) }),
    response: message({ targetState: optional(1, dynamicValue), diagnostics: repeated(2, diagnostic) }),
  },
  ReadDataSource: {
    request: configOfType,
    response: message({ state: optional(1, dynamicValue), diagnostics: repeated(2, diagnostic) }),
  },
} as const

export type Calls = typeof calls
export type CallName = keyof Calls
export type Request<Name extends CallName> = Decoded<Calls[Name]['request']>
export type Response<Name extends CallName> = Encodable<Calls[Name]['response']>

/** The gRPC path of a call. */
export const pathOf = (name: CallName): string => `/tfplugin6.Provider/${name}`
