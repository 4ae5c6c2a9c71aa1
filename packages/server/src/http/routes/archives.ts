import { sendArchive } from '../../services/archive/send-archive.ts'
import { version } from '../../version.ts'
import type { SpecialHandlers } from '../exchange.ts'

export const archiveHandlers = {
  exportArchive: async ({ ctx, response, memory }) => {
    await memory.admitArchive(ctx.caller, response)
    const { fileName, body } = await sendArchive(ctx, version)
    // Even before anybody has begun to send it: it holds a snapshot.
    response.once('close', () => body.destroy())
    if (response.closed) body.destroy()
    return {
      status: 200,
      body,
      headers: {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="${fileName}"`,
        'cache-control': 'private, no-store',
      },
    }
  },
} satisfies Partial<SpecialHandlers>
