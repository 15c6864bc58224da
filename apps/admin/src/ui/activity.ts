/**
 * Events that show that someone uses the page. Moving the mouse and scrolling are not among them: a shrinking list scrolls too, and an
 * unattended page must let its session end.
 */
export const ACTIVITY: (keyof DocumentEventMap)[] = ['pointerdown', 'keydown', 'visibilitychange']
