import { writeFileSync } from 'node:fs'
import { createLog } from '../plugin/log.ts'
import { serve } from '../plugin/serve.ts'

/** A plugin that does little but what can go wrong. */

const log = createLog()
const { CLOSED_FILE, CLOSE_FAILS, CLOSE_MS = '0', NETWORK } = process.env

const served = serve({
  addresses: ['registry.opentofu.org/acme/fixture', 'registry.terraform.io/acme/fixture'],
  log,
  ...(NETWORK === 'tcp' && { network: NETWORK }),
  onClose: async () => {
    await new Promise((resolve) => setTimeout(resolve, Number(CLOSE_MS)))
    if (CLOSE_FAILS) throw new Error('cannot close')
    if (CLOSED_FILE) writeFileSync(CLOSED_FILE, 'closed')
  },
  methods: {
    '/test.Plugin/Echo': async (request) => request,
    '/test.Plugin/Size': async (request) => Buffer.from(String(request.length)),
    '/test.Plugin/Fail': async () => {
      throw new Error('100 % wrong, ä')
    },
    '/test.Plugin/Crash': () => {
      setTimeout(() => {
        throw new Error('out of the blue')
      })
      return new Promise(() => {})
    },
    '/test.Plugin/Forget': () => {
      Promise.reject(new Error('nobody waits'))
      return new Promise(() => {})
    },
    '/test.Plugin/Log': async (request) => {
      log.info(Buffer.from(request).toString(), { token: 'abc', count: 1 })
      console.warn('by %s', 'console')
      return request
    },
    '/test.Plugin/Flood': async (request) => {
      process.stderr.unref() // touched, it no longer waits for its reader
      for (let number = 0; number < 2000; number++) log.info('x'.repeat(1000), { number })
      return request
    },
    '/test.Plugin/Never': () => new Promise(() => {}),
    '/test.Plugin/Cpu': async () => {
      const { user, system } = process.cpuUsage()
      return Buffer.from(JSON.stringify({ user, system, rss: process.memoryUsage.rss() }))
    },
  },
})

// The handshake line has yet to come, and nothing else may be printed before it.
console.log('printed too early')
await served
