import { serve } from '../plugin/serve.ts'
import { providerMethods } from '../rpc/methods.ts'
import { createThingProvider } from '../rpc/testing/thing-provider.ts'

/** A whole plugin that keeps things in memory, as long as it runs. */
const { provider } = createThingProvider()

await serve({ addresses: ['registry.opentofu.org/acme/test'], methods: providerMethods(provider) })
