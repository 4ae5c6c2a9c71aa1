const team = {
  key: 'owner',
  label: 'Owning team',
  type: 'team',
  required: true,
  helpText: 'Gets the alerts and the pull requests.',
} as const

const name = {
  key: 'name',
  label: 'Name',
  type: 'string',
  required: true,
  helpText: 'Lower case with dashes; also the name of the repository.',
} as const

export const templates = [
  {
    key: 'service',
    name: 'TypeScript service',
    description: 'A service with health checks, metrics, a database migration and a dashboard on day one.',
    tags: ['backend', 'recommended'],
    templateRepo: { owner: 'brambling', repo: 'template-service' },
    targetEntityKind: 'component',
    parameters: [
      name,
      team,
      {
        key: 'database',
        label: 'Database',
        type: 'enum',
        default: 'postgres',
        options: ['none', 'postgres', 'dynamodb'],
      },
      { key: 'public', label: 'Reachable from outside', type: 'boolean', default: 'false' },
    ],
  },
  {
    key: 'consumer',
    name: 'Event consumer',
    description: 'Reads one topic, remembers its position and parks what it cannot read.',
    tags: ['backend', 'events'],
    templateRepo: { owner: 'brambling', repo: 'template-consumer' },
    targetEntityKind: 'component',
    parameters: [
      name,
      team,
      {
        key: 'topic',
        label: 'Topic',
        type: 'enum',
        required: true,
        options: ['orders', 'stock', 'prices', 'products'],
      },
    ],
  },
  {
    key: 'api-spec',
    name: 'OpenAPI first',
    description: 'An empty specification with our error shape, paging and a linter that knows both.',
    tags: ['api'],
    templateRepo: { owner: 'brambling', repo: 'template-openapi' },
    targetEntityKind: 'api',
    parameters: [name, team],
  },
  {
    key: 'database',
    name: 'PostgreSQL on AWS',
    description: 'A database in the right account, with backups, alarms and a read-only role for debugging.',
    tags: ['infrastructure'],
    templateRepo: { owner: 'brambling', repo: 'template-postgres' },
    targetEntityKind: 'resource',
    parameters: [
      name,
      team,
      {
        key: 'size',
        label: 'Size',
        type: 'enum',
        default: 'small',
        options: ['small', 'medium', 'large'],
        helpText: 'Small is enough until it is not; growing takes a minute of downtime.',
      },
      { key: 'personal', label: 'Holds personal data', type: 'boolean', required: true },
    ],
  },
] as const
