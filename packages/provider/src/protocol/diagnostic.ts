/** Attribute names, list indexes and map keys, from the outside in. A set's elements cannot be addressed. */
export type Path = readonly (string | number)[]

export interface Diagnostic {
  readonly severity: 'error' | 'warning'
  /** One line: what is wrong. */
  readonly summary: string
  /** What to do about it. */
  readonly detail?: string
  /** The attribute it is about: the host then shows that line of the configuration. */
  readonly path?: Path
}

export const error = (summary: string, detail?: string, path?: Path): Diagnostic => ({
  severity: 'error',
  summary,
  ...(detail !== undefined && { detail }),
  ...(path !== undefined && { path }),
})

export const warning = (summary: string, detail?: string, path?: Path): Diagnostic => ({
  ...error(summary, detail, path),
  severity: 'warning',
})

export const hasError = (diagnostics: readonly Diagnostic[]): boolean =>
  diagnostics.some(({ severity }) => severity === 'error')

/** `tiers[0].name` */
export const spelledPath = (path: Path): string =>
  path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('')
