import { readFile } from 'node:fs/promises'
import { requirements } from './catalog-workspace.ts'
import { succeeded } from './commands.ts'
import { createWorkspace } from './tofu/workspace.ts'

interface SchemaAttribute {
  readonly required?: boolean
  readonly optional?: boolean
}

type Types = Readonly<
  Record<string, { readonly block: { readonly attributes: Readonly<Record<string, SchemaAttribute>> } }>
>

export interface ProviderSchema {
  readonly resource_schemas: Types
  readonly data_source_schemas: Types
}

interface ShownSchemas {
  readonly provider_schemas: Readonly<Record<string, ProviderSchema>>
}

/** What a host makes of the provider, kept for everyone to read; `write-provider-schema.ts` writes it anew. */
export const schemaFile = new URL('../../packages/provider/schema.json', import.meta.url)

export async function keptSchema(): Promise<ProviderSchema> {
  return JSON.parse(await readFile(schemaFile, 'utf8'))
}

/** The same from a host, in a fixed order. */
export async function shownSchema(tofu: string, providerDir: string): Promise<ProviderSchema> {
  const workspace = await createWorkspace({ tofu, provider: { devOverride: providerDir } })
  try {
    await workspace.write('requirements.tf', requirements)
    const { json } = succeeded(await workspace.run(['providers', 'schema', '-json']))
    const [shown] = Object.values((json as ShownSchemas).provider_schemas)
    if (!shown) throw new Error('The host shows no schema.')
    return sorted(shown) as ProviderSchema
  } finally {
    await workspace.remove()
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, part]) => [key, sorted(part)]))
}

/** The attributes of each type that a configuration may give. */
export const configurableAttributes = (types: Types): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    Object.entries(types).map(([type, { block }]) => [
      type,
      Object.entries(block.attributes).flatMap(([name, { required, optional }]) =>
        required || optional ? [name] : [],
      ),
    ]),
  )
