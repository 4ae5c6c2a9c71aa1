export const rateLimitOption = {
  'rate-limit': {
    type: 'string',
    value: 'LIMIT',
    about: 'Maximum requests per person or key, such as 2000/10s (ten times that per organisation), or off',
    env: 'SVC_RATE_LIMIT',
  },
} as const
