/** Whether a draft on this device has not reached the server: logging out would lose it. */
export const hasUnsentDraft = () => localStorage.getItem('drafts-unsent') !== null
