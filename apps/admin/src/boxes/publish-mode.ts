/** When a version is published: immediately, or at a time. */
export type PublishMode = 'now' | 'later'
