import './session/ensure-base-path.ts'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { loadFirstPage } from './app/router.ts'
import { noticePeople } from './session/attended.ts'
import './design/base.css'
import './design/waiting.css'

// A browser that is offline may still reach this server, on the same machine or local network.
const networkMode = 'always'

const queries = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: false, refetchOnWindowFocus: true, networkMode },
    mutations: { networkMode },
  },
})

noticePeople(window)
loadFirstPage()
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        {/* The page's CSP allows no style elements; base.css has the rules they would contain. */}
        <CSPProvider disableStyleElements>
          <App />
        </CSPProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
}
