export interface StateResource {
  readonly address: string
  readonly mode: 'managed' | 'data'
  readonly type: string
  readonly name: string
  readonly values: Readonly<Record<string, unknown>>
}

/** What `show -json` prints, as far as it is read here. An empty state has no values. */
export interface ShownState {
  readonly values?: { readonly root_module: ShownModule }
}

interface ShownModule {
  readonly resources?: readonly StateResource[]
  readonly child_modules?: readonly ShownModule[]
}

export function resourcesOf({ values }: ShownState): readonly StateResource[] {
  return values ? resourcesIn(values.root_module) : []
}

function resourcesIn({ resources = [], child_modules = [] }: ShownModule): readonly StateResource[] {
  return [...resources, ...child_modules.flatMap(resourcesIn)]
}
