let isOn = false

/** True if the game is a preview in the admin: its rounds are played in the browser, and the service does not know them. */
export const isPreview = () => isOn

export function beginPreview(): void {
  isOn = true
}
