/** The name of the inbox: photos that belong to no record yet are stored like those of an unfinished form. */
export const inboxForm = 'inbox/photos'
