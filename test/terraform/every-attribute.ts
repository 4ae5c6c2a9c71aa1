/** In the syntax of a `.tf.json` file: `${…}` in a text is an expression. */
export type Configuration = Readonly<Record<string, unknown>>

export interface ResourceCase {
  /** Only the required attributes. */
  readonly minimal: Configuration
  /** All attributes. */
  readonly full: Configuration
  /** One after another: between them they change every attribute of the full one. */
  readonly changes: readonly Configuration[]
  /** Attributes whose change replaces the object. */
  readonly replacedBy?: readonly string[]
  /** Attributes that the full one cannot omit. */
  readonly needs?: readonly string[]
}

const id = (address: string): string => `\${svc_${address}.id}`

const readiness = {
  type: 'lifecycle_in',
  label: 'Is in production',
  description: 'What is an experiment is not graded.',
  weight: 3,
  params_json: '{ "lifecycles" : ["production"] }',
}

/** Every resource with all its attributes. */
export const resourceCases = (users: readonly [string, string]): Readonly<Record<string, ResourceCase>> => ({
  svc_team: {
    minimal: { name: 'Minimal' },
    full: {
      name: 'Payments',
      description: 'Everything that moves money.',
      color: '#2563eb',
      slack_channel: '#payments',
      lead_uid: users[0],
      member_uids: [users[1], users[0]],
    },
    changes: [
      { name: 'Pay' },
      { description: 'Says "hello" to $${nobody},\nin two lines – and in Ελληνικά 🙂.' },
      { color: 'red' },
      { slack_channel: '#pay' },
      { lead_uid: users[1] },
      { member_uids: [users[0], users[1]] },
      { member_uids: [users[0]] },
    ],
  },
  svc_project: {
    minimal: { name: 'Minimal' },
    full: {
      name: 'Checkout',
      description: 'Takes a basket to a paid order.',
      github_url: 'https://github.com/acme/checkout',
      repo_url: 'https://git.acme.example/checkout',
      vcs_connection_id: 'vcs',
      owner_team_id: id('team.full'),
      lifecycle_stage: 'production',
      type: 'service',
      tier: 1,
      archived: false,
      tags: ['payments', 'core'],
    },
    changes: [
      { name: 'Checkout 2' },
      { lifecycle_stage: 'deprecated' },
      { type: 'website' },
      { tier: 4 },
      { tags: ['core'] },
      { description: '' },
      { github_url: 'https://github.com/acme/checkout-2' },
      { repo_url: 'https://git.acme.example/checkout-2' },
      { vcs_connection_id: null },
      { owner_team_id: id('team.minimal') },
      { archived: true },
      { description: 'Takes a basket to the parcel.' },
    ],
  },
  svc_api: {
    minimal: { name: 'Minimal' },
    full: {
      name: 'Orders API',
      description: 'Orders, and what becomes of them.',
      component_id: id('project.full'),
      owner_team_id: id('team.full'),
      kind: 'openapi',
      lifecycle_stage: 'production',
      spec_url: 'https://acme.example/orders.json',
      tags: ['public', 'core'],
    },
    changes: [
      { name: 'Orders' },
      { description: 'Orders.' },
      { component_id: id('project.minimal') },
      { owner_team_id: id('team.minimal') },
      { kind: 'graphql' },
      { lifecycle_stage: 'deprecated' },
      { spec_url: 'https://acme.example/orders-2.json' },
      { tags: ['core', 'private', 'a tag with spaces'] },
    ],
  },
  svc_resource: {
    minimal: { name: 'Minimal' },
    full: {
      name: 'orders-db',
      description: 'Holds the orders.',
      component_id: id('project.full'),
      owner_team_id: id('team.full'),
      kind: 'database',
      provider_name: 'aws',
      lifecycle_stage: 'production',
      console_url: 'https://console.aws.example/orders',
      external_id: 'arn:aws:rds:eu-west-1:123456789012:db:orders',
      tags: ['pci'],
    },
    changes: [
      { name: 'orders-database' },
      { description: 'Holds all orders.' },
      { component_id: id('project.minimal') },
      { owner_team_id: id('team.minimal') },
      { kind: 'cache' },
      { provider_name: 'gcp' },
      { lifecycle_stage: 'deprecated' },
      { console_url: 'https://console.gcp.example/orders' },
      { external_id: 'projects/acme/orders' },
      { tags: [] },
    ],
  },
  svc_domain: {
    minimal: { name: 'Minimal' },
    full: {
      name: 'Commerce',
      description: 'Selling and getting paid.',
      owner_team_id: id('team.full'),
      tags: ['core'],
    },
    changes: [
      { name: 'Trade' },
      { description: 'Selling.' },
      { owner_team_id: id('team.minimal') },
      { tags: ['core', 'money'] },
    ],
  },
  svc_system: {
    minimal: { name: 'Minimal' },
    full: {
      name: 'Ordering',
      description: 'From basket to parcel.',
      owner_team_id: id('team.full'),
      domain_id: id('domain.full'),
      lifecycle_stage: 'production',
      component_ids: [id('project.full')],
      api_ids: [id('api.full')],
      resource_ids: [id('resource.full')],
      tags: ['core'],
    },
    changes: [
      { name: 'Orders' },
      { description: 'From order to parcel.' },
      { owner_team_id: id('team.minimal') },
      { domain_id: id('domain.minimal') },
      { lifecycle_stage: 'deprecated' },
      { component_ids: [id('project.minimal'), id('project.full')] },
      { api_ids: [id('api.minimal')] },
      { resource_ids: [id('resource.full'), id('resource.minimal')] },
      { tags: ['money'] },
    ],
  },
  svc_dependency_edge: {
    minimal: {
      from_kind: 'component',
      from_id: id('project.minimal'),
      to_kind: 'api',
      to_id: id('api.minimal'),
    },
    full: {
      from_kind: 'component',
      from_id: id('project.full'),
      to_kind: 'api',
      to_id: id('api.full'),
      type: 'consumes_api',
      criticality: 'soft',
      description: 'Places orders.',
    },
    changes: [
      { from_kind: 'resource', from_id: id('resource.full') },
      { from_id: id('resource.minimal') },
      { to_kind: 'resource', to_id: id('resource.full') },
      { to_kind: 'component', to_id: id('project.full') },
      { type: 'reads_from' },
      { criticality: 'hard' },
      { description: 'Reads orders.' },
    ],
    replacedBy: ['from_kind', 'from_id', 'to_kind', 'to_id', 'type', 'criticality', 'description'],
  },
  svc_scorecard: {
    minimal: {
      name: 'Minimal',
      applicable_kinds: ['component'],
      rules: [{ type: 'has_owner_team', label: 'Has an owner', weight: 1 }],
    },
    full: {
      name: 'Readiness',
      description: 'Whether it can be relied on.',
      applicable_kinds: ['component', 'api'],
      rules: [{ type: 'has_description', label: 'Is described', weight: 10 }, readiness],
      tiers: [
        { name: 'passed', min_score: 60 },
        { name: 'excellent', min_score: 95 },
      ],
      tags: ['quality'],
      scope_team_id: id('team.full'),
      scope_tags: ['core'],
      scope_system_id: id('system.full'),
      scope_domain_id: id('domain.full'),
    },
    changes: [
      { name: 'Ready' },
      { description: 'Whether one can rely on it.' },
      { applicable_kinds: ['resource', 'component'] },
      { rules: [readiness] },
      { rules: [{ ...readiness, type: 'has_owner_team', label: 'Has an owner', params_json: null }] },
      {
        rules: [
          { ...readiness, description: null, weight: 4, params_json: '{"lifecycles":["experimental"]}' },
        ],
      },
      { tiers: [{ name: 'passed', min_score: 1 }] },
      { tags: ['quality', 'release'] },
      { scope_team_id: id('team.minimal') },
      { scope_tags: [] },
      { scope_system_id: id('system.minimal') },
      { scope_domain_id: id('domain.minimal') },
    ],
  },
  svc_runbook: {
    minimal: { title: 'Minimal', runbook_type: 'deployment' },
    full: {
      title: 'Payments are failing',
      body_md: '1. Look at the queue.\n2. Call the bank.\n',
      runbook_type: 'incident_response',
      linked_app_ids: [id('project.full')],
      linked_incident_severities: ['sev1', 'sev2'],
      tags: ['money'],
      pinned: true,
      visibility_role_min: 'member',
    },
    changes: [
      { title: 'Payments fail' },
      { body_md: '# Steps\n\n```sh\necho "$${HOME}"\n```\n' },
      { runbook_type: 'rollback' },
      { linked_app_ids: [id('project.minimal'), id('project.full')] },
      { linked_incident_severities: ['sev1'] },
      { tags: [] },
      { pinned: false },
      { visibility_role_min: 'admin' },
    ],
  },
  svc_slo: {
    minimal: {
      name: 'Minimal',
      app_id: id('project.minimal'),
      type: 'availability',
      target: 99.9,
      window: 'rolling30d',
    },
    full: {
      name: 'Checkout answers',
      app_id: id('project.full'),
      type: 'availability',
      target: 99.95,
      objective: 'atLeast',
      unit: '%',
      window: 'rolling30d',
      current_value: 99.97,
      freshness_minutes: 60,
      data_source: 'the uptime page',
    },
    changes: [
      { name: 'Checkout is there' },
      { app_id: id('project.minimal') },
      { type: 'custom' },
      { target: 120.125 },
      { objective: 'atMost' },
      { unit: 'orders' },
      { window: 'calendarMonth' },
      { current_value: 118.5 },
      { freshness_minutes: 10_080 },
      { data_source: 'asked of people' },
    ],
    replacedBy: ['app_id'],
  },
  svc_oncall_binding: {
    minimal: { scope: 'team', target_id: id('team.minimal'), provider_name: 'manual' },
    full: {
      scope: 'team',
      target_id: id('team.full'),
      provider_name: 'pagerduty',
      schedule_id: 'PABC123',
      service_id: null,
      label: 'Around the clock',
      manual: null,
    },
    changes: [
      { label: 'Day and night' },
      { schedule_id: 'PXYZ789' },
      { schedule_id: null, service_id: 'PSVC123' },
      { provider_name: 'opsgenie', schedule_id: 'PXYZ789', service_id: null },
      { provider_name: 'ical', schedule_id: 'platform' },
      { target_id: id('team.minimal') },
      { scope: 'component', target_id: id('project.full') },
      { provider_name: 'manual', schedule_id: null, manual: { people: [{ uid: users[0] }], overrides: [] } },
      // The service keeps it in UTC.
      { manual: { people: [{ name: 'Ada' }], until: '2030-01-01T09:00:00+01:00' } },
      {
        manual: {
          people: [{ uid: users[1] }, { name: 'Ada', email: 'ada@example.com', phone: '+49 30 1234' }],
          until: '2030-02-01T08:00:00.000Z',
          rotation: {
            every_days: 7,
            starts_at: '2026-11-02T08:00:00.000Z',
            handover: { weekday: 'monday', time: '09:00', time_zone: 'Europe/Berlin' },
          },
          overrides: [
            {
              from: '2026-12-24T08:00:00.000Z',
              to: '2026-12-27T08:00:00.000Z',
              person: { uid: users[0] },
            },
          ],
        },
      },
    ],
    replacedBy: ['scope', 'target_id', 'provider_name', 'schedule_id', 'service_id'],
    needs: ['schedule_id'],
  },
})
