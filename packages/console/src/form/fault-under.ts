import type { Faults } from './form-field.ts'

/** What is wrong with a value, or with something in it, by its path. */
export const faultUnder = (faults: Faults, path: string): string | undefined =>
  faults.get(path) ?? [...faults].find(([key]) => key.startsWith(`${path}/`))?.[1]
