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
      about: 'What the automation that reported it calls it; no two have the same.',
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
      about: 'What sort of cost it is: compute, storage, network, …',
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
    currency: field.text({ about: 'Three letters of ISO 4217; USD where absent.', max: 3, nullable: true }),
    periodStart: field.timestamp({ reads: 'day', about: 'When the period begins.', nullable: true }),
    periodEnd: field.timestamp({
      reads: 'day',
      about: 'When the period ends; that moment is no longer part of it.',
      nullable: true,
    }),
    source: field.oneOf(['auto', 'manual'], {
      about: 'Whether it was imported or typed in.',
      nullable: true,
    }),
    importId: field.text({
      about: 'The import that it came with: the source, the provider, the billing period, and the file.',
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
        `must not lie before periodStart: ${periodEnd} is before ${periodStart}`,
      holds: ({ periodStart, periodEnd }) =>
        periodStart === null || periodEnd === null || periodEnd >= periodStart,
    },
  ],
  example: { appId: 'prj_…', category: 'compute', service: 'EC2', amountCents: 12_345, currency: 'USD' },
})
