import { field, identity, bookkeeping } from '../kind/field.ts'
import { defineKind } from '../kind/kind.ts'
import { notBlank } from '../kind/patterns.ts'

export const costEntry = defineKind({
  name: 'cost_entry',
  noun: 'cost entry',
  title: 'CostEntry',
  about: 'An amount spent on a project over a period, in integer cents.',
  group: 'Costs',
  path: '/costs/entries',
  table: 'cost_entries',
  idParam: 'entryId',
  idPrefix: 'cst',
  home: 'partition',
  labelFields: ['service'],
  columns: ['service', 'appId', 'category', 'amountCents', 'periodStart', 'source'],
  verbs: ['list'],
  access: { list: 'admin' },
  fields: {
    ...identity(),
    externalId: field.text({
      about: 'A unique id chosen by the automation that reported it.',
      pattern: notBlank,
      nullable: true,
    }),
    appId: field.ref('project', {
      about: 'The project it was spent on.',
      nullable: true,
      filter: true,
      onDelete: 'remove',
    }),
    appName: field.text({
      echoes: 'appId',
      about: "The project's name.",
      managed: true,
      nullable: true,
      derivedFrom: 'project',
    }),
    category: field.text({
      brief: true,
      about: 'The kind of cost: compute, storage, network, …',
      nullable: true,
    }),
    service: field.text({ about: "The provider's service that was paid for.", nullable: true }),
    amountCents: field.integer({
      label: 'Amount',
      unit: 'cents',
      brief: true,
      about: 'The amount in cents; negative for a credit.',
      min: -9_007_199_254_740_991,
      max: 9_007_199_254_740_991,
    }),
    currency: field.text({
      about: 'The ISO 4217 code, three letters; defaults to USD.',
      max: 3,
      nullable: true,
    }),
    periodStart: field.timestamp({ reads: 'day', about: 'When the period begins.', nullable: true }),
    periodEnd: field.timestamp({
      reads: 'day',
      about: 'When the period ends (exclusive).',
      nullable: true,
    }),
    source: field.oneOf(['auto', 'manual'], {
      about: 'Whether it was imported or entered by hand.',
      nullable: true,
    }),
    importId: field.text({
      about: 'The import it came from: source, provider, billing period and file.',
      max: 500,
      internal: true,
      managed: true,
      nullable: true,
    }),
    createdAt: field.timestamp({
      ...bookkeeping,
      about: 'When it was recorded.',
      managed: true,
      nullable: true,
    }),
  },
  defaultLimit: 100,
  unlogged: true,
  rules: [
    {
      field: 'periodEnd',
      about: ({ periodStart, periodEnd }) =>
        `must not be before periodStart: ${periodEnd} is before ${periodStart}`,
      holds: ({ periodStart, periodEnd }) =>
        periodStart === null || periodEnd === null || periodEnd >= periodStart,
    },
  ],
  example: { appId: 'prj_…', category: 'compute', service: 'EC2', amountCents: 12_345, currency: 'USD' },
})
