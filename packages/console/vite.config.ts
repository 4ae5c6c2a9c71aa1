import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { thirdPartyNotices } from './third-party-notices.ts'
import { withoutReferenceText } from './without-reference-text.ts'

const notices = thirdPartyNotices('third-party-notices.txt')

// biome-ignore lint/style/noDefaultExport: vite asks for it.
export default defineConfig({
  plugins: [react(), withoutReferenceText(), notices.ofPage],
  worker: { plugins: () => [notices.ofWorkers] },
  // The server writes into the page where its files are: under whatever path it stands.
  base: './',
  build: {
    target: 'es2023',
    // The first that know light-dark(): without it each part of a page could not have a scheme of its own.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    sourcemap: true,
    // All of these load modules ahead by themselves.
    modulePreload: { polyfill: false },
    // Each page of the console brings its own code; what all share is named, so that it stays cached.
    rolldownOptions: {
      // The console, and the reference of the API at /docs, which nobody has to sign in for.
      input: ['index.html', 'docs.html'],
      output: {
        advancedChunks: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'tanstack', test: /node_modules[\\/]@tanstack[\\/]/ },
            { name: 'model', test: /packages[\\/](model|client)[\\/]/ },
            // Needs nothing else of ours: the reference at /docs is made of it, too.
            {
              name: 'design',
              test: /src[\\/](session[\\/](place|enter)|design[\\/](base|button|classes|field|note|skeleton|text-field))\./,
            },
            // Small and on nearly every page: as one file they take one question in place of twenty. What only few
            // pages ask of the API stays with them.
            {
              name: 'common',
              test: /src[\\/]api[\\/](?!graph|members|of-each)|src[\\/]design[\\/](badge|card|empty|page-head|problem)\.|src[\\/](session|values|words)[\\/][\w-]+\.tsx?$/,
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
