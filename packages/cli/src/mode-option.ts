import { modes } from '@svc/model'

export const modeOption = {
  mode: { type: 'string', value: 'MODE', about: 'Live or test data', oneOf: modes, default: 'live' },
} as const
