# What several attached files hold counts once: copies, parts, archives, merged files; parts that share nothing all count.
exec /usr/bin/python3 "$(dirname "$0")/same.py" "$BUILD" "$TEST_TMP"
