export const SESSION_LIMITS = 'Sessions end after 30 minutes without activity, and 12 hours after sign-in.'
