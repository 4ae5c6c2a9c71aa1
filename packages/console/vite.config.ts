import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { thirdPartyNotices } from './third-party-notices.ts'
import { withoutReferenceText } from './without-reference-text.ts'

const notices = thirdPartyNotices('third-party-notices.txt')

// biome-ignore lint/style/noDefaultExport: Vite requires it.
export default defineConfig({
  plugins: [react(), withoutReferenceText(), notices.ofPage],
  worker: { plugins: () => [notices.ofWorkers] },
  // The server writes the base URL into the page: it may be served under any path.
  base: './',
  build: {
    target: 'es2023',
    // The first versions with light-dark(), which lets each part of a page have its own colour scheme.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    sourcemap: true,
    // All of these support modulepreload natively.
    modulePreload: { polyfill: false },
    // Each page of the console has its own chunk; shared code is in named chunks, so that it stays cached.
    rolldownOptions: {
      // Schemas of requests and answers that nothing looks at any more.
      treeshake: { manualPureFunctions: ['shape', 'recordOf', 'listOf'] },
      // The console, and the API reference at /docs, which needs no sign-in.
      input: ['index.html', 'docs.html'],
      output: {
        advancedChunks: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            // Lists alone need what draws the rows in view.
            { name: 'tanstack', test: /node_modules[\\/]@tanstack[\\/](?!react-virtual|virtual-core)/ },
            {
              name: 'model',
              test: /packages[\\/](model[\\/]src[\\/](?!code[\\/]|identity[\\/]workload)|client[\\/])/,
            },
            // Imports nothing else of ours: the reference at /docs uses it, too.
            {
              name: 'design',
              test: /src[\\/](session[\\/](ensure-)?base-path|design[\\/](base|button|classes|field|note|skeleton|text-field))\./,
            },
            // Small and on nearly every page: as one file they take one request instead of twenty. What only a few
            // pages use stays with them.
            {
              name: 'common',
              test: /src[\\/]api[\\/](?!graph|members|map-concurrently)|src[\\/]design[\\/](badge|card|empty|page-head|problem)\.|src[\\/](session|values|words)[\\/][\w-]+\.tsx?$/,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/v1': 'http://127.0.0.1:8080', '/auth': 'http://127.0.0.1:8080' },
  },
})
