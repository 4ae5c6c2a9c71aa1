export interface Trouble {
  /** How many of a hundred deployments end like this. */
  readonly percent: number
  readonly status: 'failed' | 'testsFailed' | 'cancelled'
  readonly messages: readonly (string | null)[]
}

/** What goes wrong on the way to staging, and on the way to production. */
export const troubles = {
  trial: [
    {
      percent: 6,
      status: 'testsFailed',
      messages: [
        '1 of 412 tests failed: "gives up after three attempts".',
        '3 of 268 tests failed; the first: "reads what the previous version wrote".',
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
    { percent: 2, status: 'cancelled', messages: ['A newer build has replaced it.', null] },
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
        'The store refused the build: its build number has already been used.',
        'The store asks for a new privacy statement first.',
      ],
    },
    {
      percent: 5,
      status: 'cancelled',
      messages: ['Stopped at 20 %: more crashes than in the previous version.'],
    },
  ],
} as const satisfies Record<string, readonly Trouble[]>

/** What is in progress right now. */
export const runningNow: Readonly<
  Record<string, { readonly status: string; readonly statusMessage: string; readonly minutes: number }>
> = {
  'basket-service': { status: 'deploying', statusMessage: '2 of 3 tasks healthy', minutes: 6 },
  'care-desk': { status: 'building', statusMessage: 'Running the browser tests', minutes: 3 },
  'price-service': { status: 'pending', statusMessage: 'Waiting for a free runner', minutes: 1 },
}
