import type { SpecialHandlers } from '../exchange.ts'
import { archiveHandlers } from './archives.ts'
import { credentialHandlers } from './credentials.ts'
import { deletedHandlers } from './deleted.ts'
import { errorTrackerHandlers } from './error-trackers.ts'
import { graphHandlers } from './graph.ts'
import { feedHandlers } from './feed.ts'
import { groupMappingHandlers } from './group-mappings.ts'
import { historyHandlers } from './history.ts'
import { importHandlers } from './imports.ts'
import { ingestHandlers } from './ingest.ts'
import { integrationHandlers } from './integrations.ts'
import { oncallHandlers } from './oncall.ts'
import { peopleHandlers } from './people.ts'
import { reportHandlers } from './reports.ts'
import { runbookHandlers } from './runbooks.ts'
import { samlKeyHandlers } from './saml-keys.ts'
import { scimHandlers } from './scim.ts'
import { searchHandlers } from './search.ts'
import { secretHandlers } from './secrets.ts'
import { specHandlers } from './specs.ts'
import { ssoHandlers } from './sso.ts'
import { summaryHandlers } from './summaries.ts'
import { webhookHandlers } from './webhooks.ts'

/** Endpoints that are not one of a kind's standard five, each by the id of its operation. */
export const specialHandlers = {
  ...archiveHandlers,
  ...credentialHandlers,
  ...deletedHandlers,
  ...errorTrackerHandlers,
  ...graphHandlers,
  ...feedHandlers,
  ...groupMappingHandlers,
  ...historyHandlers,
  ...importHandlers,
  ...ingestHandlers,
  ...integrationHandlers,
  ...oncallHandlers,
  ...peopleHandlers,
  ...reportHandlers,
  ...runbookHandlers,
  ...samlKeyHandlers,
  ...scimHandlers,
  ...searchHandlers,
  ...secretHandlers,
  ...specHandlers,
  ...ssoHandlers,
  ...summaryHandlers,
  ...webhookHandlers,
} satisfies Omit<SpecialHandlers, 'getOpenApi'>
