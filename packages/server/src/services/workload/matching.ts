import type { Conditions } from '@svc/model'
import type { TrustIn } from '../../store/queries/workload.ts'
import type { JsonObject } from '../identity-providers/fetch-json.ts'

/** Whether a token has every claim that a rule requires, with exactly that value and type. */
export const isMet = (conditions: Conditions, claims: JsonObject): boolean =>
  Object.entries(conditions).every(([name, value]) => Object.hasOwn(claims, name) && claims[name] === value)

/** The first claim that is not as a rule requires, for the organisation's admins; with its value where they may see it. */
export function unmetBy(conditions: Conditions, claims: JsonObject, isShown: boolean): string {
  const [name = ''] =
    Object.entries(conditions).find(([key, value]) => !Object.hasOwn(claims, key) || claims[key] !== value) ??
    []
  if (!Object.hasOwn(claims, name)) return `The token has no claim ${name}.`
  if (!isShown) return `The claim ${name} is not what the rule requires.`
  const expected = conditions[name]
  const isOtherType = typeof claims[name] !== typeof expected
  return isOtherType
    ? `The claim ${name} is a ${typeof claims[name]}, and the rule requires a ${typeof expected}.`
    : `The claim ${name} is ${said(claims[name])}, and the rule requires ${said(expected)}.`
}

const maxSaid = 200

const said = (value: unknown): string => JSON.stringify(value)?.slice(0, maxSaid) ?? 'nothing'

/** The rule that counts where several fit: the most specific, and of those the oldest. */
export const mostSpecific = (fitting: readonly TrustIn[]): TrustIn | undefined =>
  fitting.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0]

const sizeOf = ({ trust }: TrustIn): number => Object.keys(trust.conditions).length
