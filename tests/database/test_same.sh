# Rows that several attached files hold count once: copies, parts, archives, merged files; parts that share no row all count.
exec /usr/bin/python3 "$(dirname "$0")/same.py" "$BUILD" "$TEST_TMP"
