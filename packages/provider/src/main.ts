import { loggedFetch } from './catalog/logged-fetch.ts'
import { catalogProvider } from './catalog/provider.ts'
import { createLog } from './plugin/log.ts'
import { serve } from './plugin/serve.ts'
import { providerMethods } from './rpc/methods.ts'
import { version } from './version.ts'

const log = createLog()
const provider = catalogProvider({
  env: process.env,
  cwd: process.cwd(),
  version,
  log: (message, fields) => log.info(message, { ...fields }),
  fetch: loggedFetch((message, fields) => log.debug(message, fields)),
})

// Not awaited: the bundle is a script, and whatever fails here is reported as a crash.
serve({
  addresses: ['registry.opentofu.org/svc/svc', 'registry.terraform.io/svc/svc'],
  methods: providerMethods(provider, { log }),
  onClose: async () => provider.close?.(),
  log,
})
