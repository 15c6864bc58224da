import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { SessionProvider } from './session/session.tsx'
import { App } from './shell/app.tsx'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { navigateGuarded } from './ui/leave-guard.ts'
import { ThemeProvider } from './ui/theme.tsx'

createRoot(document.getElementById('app')!).render(
  <ThemeProvider>
    <Router base="/admin" aroundNav={navigateGuarded}>
      <ErrorBoundary>
        <SessionProvider>
          <App />
        </SessionProvider>
      </ErrorBoundary>
    </Router>
  </ThemeProvider>,
)
