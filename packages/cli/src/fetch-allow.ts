import type { Values } from './command.ts'
import { Failure } from './failure.ts'

export const fetchAllowOption = {
  'fetch-allow': {
    type: 'string',
    value: 'LIST',
    about: 'Hosts and networks, separated by commas, that svc may contact although they are not public',
    env: 'SVC_FETCH_ALLOW',
  },
} as const

export const readFetchAllow = (values: Values<typeof fetchAllowOption>): readonly string[] =>
  values['fetch-allow']?.split(',').map((entry) => entry.trim()) ?? []

/** What is wrong with the list, if that is what an error is about. */
export function fetchAllowFailure(error: unknown): Failure | undefined {
  if (!(error instanceof Error) || !/allow-list/.test(error.message)) return undefined
  return new Failure(`--fetch-allow is wrong: ${error.message}`, { cause: error })
}
