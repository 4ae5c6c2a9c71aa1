import type { Operation } from './operation.ts'

export const exportArchive = {
  id: 'exportArchive',
  method: 'POST',
  path: '/exports/archive',
  summary: 'Download an archive of the organisation',
  about:
    'Everything as it is at one moment, live and test, with its history and images, in one zip file that ' +
    '`svc import archive` loads into another database. It has nothing that opens a door: no passwords, second ' +
    'factors, tokens, keys, feeds, webhooks or vault items, which stay on the server. Only the archives of whoever runs the ' +
    'server have them. A file that was cut off has no `manifest.json` and is refused as a whole. Needs a live ' +
    'token; each download is in the audit log.',
  group: 'Export',
  scope: 'admin',
  ofBothModes: true,
  needsRecentSignIn: true,
  file: 'application/zip',
  success: { status: 200, about: 'The archive, sent while it is read.' },
  problems: ['unavailable'],
} as const satisfies Operation
