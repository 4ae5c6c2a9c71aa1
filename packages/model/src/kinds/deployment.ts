import { field, identity } from '../kind/field.ts'
import { defineKind } from '../kind/kind.ts'
import { notBlank } from '../kind/patterns.ts'

export const deployment = defineKind({
  name: 'deployment',
  noun: 'deployment',
  title: 'Deployment',
  about: 'One release of one project to one target, as reported by automation.',
  group: 'Deployments',
  path: '/deployments',
  table: 'deployments',
  idParam: 'deploymentId',
  idPrefix: 'dpl',
  home: 'partition',
  verbs: ['list', 'read'],
  fields: {
    ...identity(),
    externalId: field.text({
      about: 'What the automation that reported it calls it; no two have the same.',
      pattern: notBlank,
      nullable: true,
    }),
    appId: field.ref('project', {
      about: 'The project that was deployed.',
      nullable: true,
      filter: true,
      onDelete: 'remove',
    }),
    appName: field.text({
      about: "The project's name.",
      managed: true,
      nullable: true,
      derivedFrom: 'project',
    }),
    platform: field.oneOf(['android', 'ios', 'web', 'backend'], {
      about: 'What it runs on.',
      nullable: true,
      filter: true,
    }),
    targetId: field.text({
      about: 'Where it went, such as `play:internal` or `ghenv:staging`.',
      nullable: true,
    }),
    targetDisplayName: field.text({ about: 'What people call that target.', nullable: true }),
    buildVersion: field.text({ about: 'The version that was built.', nullable: true }),
    versionCode: field.text({ about: "The store's build number.", nullable: true }),
    status: field.oneOf(
      ['pending', 'building', 'deploying', 'success', 'failed', 'cancelled', 'testsFailed'],
      {
        about: 'How far it got.',
        filter: true,
      },
    ),
    statusMessage: field.text({ about: 'What it is doing, in words.', max: 10_000, nullable: true }),
    errorMessage: field.text({ about: 'Why it failed.', max: 10_000, nullable: true }),
    githubRunId: field.text({ about: 'The workflow run on GitHub.', nullable: true }),
    githubRunUrl: field.url({ about: 'The page of that run.', nullable: true }),
    triggeredByUid: field.ref('user', {
      about: 'The member who started it.',
      nullable: true,
      evenInactive: true,
    }),
    triggeredByName: field.text({ about: 'The name of whoever started it.', nullable: true }),
    releaseId: field.text({ about: 'The release it is part of.', nullable: true }),
    releaseVersion: field.text({ about: "The release's version.", nullable: true }),
    snapshotId: field.text({ about: 'The drift snapshot taken with it.', nullable: true }),
    createdAt: field.timestamp({ about: 'When it was reported.', managed: true, nullable: true }),
    startedAt: field.timestamp({ about: 'When it started.', nullable: true }),
    completedAt: field.timestamp({ about: 'When it ended.', nullable: true }),
  },
  example: { appId: 'prj_…', platform: 'backend', status: 'success', buildVersion: '1.4.2' },
})
