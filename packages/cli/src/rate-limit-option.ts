export const rateLimitOption = {
  'rate-limit': {
    type: 'string',
    value: 'LIMIT',
    about: 'Requests of one person or key, such as 2000/10s (an organisation has ten times that), or off',
    env: 'SVC_RATE_LIMIT',
  },
} as const
