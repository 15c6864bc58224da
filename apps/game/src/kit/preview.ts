/** True if the page is the preview in the admin. Its rounds are played in the browser and are not stored. */
export const isPreview = location.pathname === '/play/preview'

/** False in a preview while the page around it has the focus. Then the game must not take the focus, and not scroll that page. */
export const mayTakeFocus = (): boolean => !isPreview || document.hasFocus()
