export interface Trouble {
  /** Of a hundred deployments, so many end like this. */
  readonly percent: number
  readonly status: 'failed' | 'testsFailed' | 'cancelled'
  readonly messages: readonly (string | null)[]
}

/** What goes wrong on the way to where a release is tried, and on the way to where customers are. */
export const troubles = {
  trial: [
    {
      percent: 6,
      status: 'testsFailed',
      messages: [
        '1 of 412 tests failed: "gives up after three attempts".',
        '3 of 268 tests failed; the first: "reads what the version before has written".',
        'Contract test with Sign-in failed: unexpected field "amr".',
        'Tests timed out after 20 minutes.',
      ],
    },
    {
      percent: 4,
      status: 'failed',
      messages: [
        'Build failed: the lock file does not match the manifest.',
        'Build failed: no space left on the runner.',
        'The runner went away and did not come back.',
      ],
    },
    { percent: 2, status: 'cancelled', messages: ['A newer build has taken its place.', null] },
  ],
  service: [
    {
      percent: 4.5,
      status: 'failed',
      messages: [
        'Health check failed 5 times: connection pool exhausted. Rolled back.',
        'Error rate 2.4 % on the first task, limit is 1 %. Rolled back.',
        'Task stopped: out of memory at 1,024 MiB. Rolled back.',
        'Start took longer than 120 s. Rolled back.',
        'Migration failed: column "hub_id" contains null values. Nothing was changed.',
      ],
    },
    { percent: 2, status: 'cancelled', messages: ['Stopped by hand: not on a Friday evening.', null] },
  ],
  store: [
    {
      percent: 8,
      status: 'failed',
      messages: [
        'The store refused the build: its build number was used before.',
        'The store asks for a new privacy statement first.',
      ],
    },
    {
      percent: 5,
      status: 'cancelled',
      messages: ['Stopped at 20 %: more crashes than in the version before.'],
    },
  ],
} as const satisfies Record<string, readonly Trouble[]>

/** What is going on at this very moment. */
export const runningNow: Readonly<
  Record<string, { readonly status: string; readonly statusMessage: string; readonly minutes: number }>
> = {
  'basket-service': { status: 'deploying', statusMessage: '2 of 3 tasks healthy', minutes: 6 },
  'care-desk': { status: 'building', statusMessage: 'Running the browser tests', minutes: 3 },
  'price-service': { status: 'pending', statusMessage: 'Waiting for a free runner', minutes: 1 },
}
