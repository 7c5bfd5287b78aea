% Bytes of texts.
unicode2native('aä', 'utf-8'), native2unicode(uint8([97 195 164]), 'utf-8')
is_dq_string("a"), is_sq_string('a'), is_dq_string('a'), isstring('a')
tolower('AbC'), tolower({'Ab', 'C'})
