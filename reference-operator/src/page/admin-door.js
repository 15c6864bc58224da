import { send } from './api.js'
import { byId } from './dom.js'
import { doJob } from './staff-job.js'

/** Opens Coffer's admin for the casino's manager, by single sign-on. */

const job = { name: 'admin', path: '/api/s2s/admin-sso', refresh: async () => {} }

export function openAdminDoor() {
  byId('open-admin').addEventListener('click', () => {
    // In the click itself: a browser blocks a tab that is opened after an answer.
    const tab = window.open('', '_blank')
    doJob(job, async () => {
      try {
        const { ssoUrl } = await send('admin', {})
        if (tab === null)
          throw new Error('Your browser blocked the new tab. Allow popups for this page, and try again.')
        tab.location.replace(ssoUrl)
      } catch (problem) {
        tab?.close()
        throw problem
      }
    })
  })
}
