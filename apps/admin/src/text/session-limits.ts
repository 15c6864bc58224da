export const SESSION_LIMITS = 'Sessions end after 30 minutes without activity, and 12 hours after sign-in.'

export const CONFIRMATION_LIMITS =
  'Pages and changes that concern money, access or personal data ask for your passkey once an hour, changes of your own passkeys every ten minutes.'
