/** The name of the inbox: photos that belong to nothing yet are kept as those of an unfinished form are. */
export const inboxForm = 'inbox/photos'
